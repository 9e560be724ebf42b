// SPDX-License-Identifier: Apache-2.0
//
// A sum is [constant, [variable, factor], ...]. The fingerprint of the automata is a text of hexadecimal digits, since
// not every reader of JSON has numbers of 64 bits.
#include "report/certificate_file.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "verdict/verdict.h"

namespace fermata::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view schema = "fermata-certificate/2";

struct Bad {
  std::string what;
};

Json written(const verdict::LinearSum& sum) {
  auto list = Json::array({sum.constant});
  for (const auto& [variable, factor] : sum.terms) list.push_back(Json::array({variable, factor}));
  return list;
}

const Json& member(const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) throw Bad{fmt::format("there is no \"{}\"", key)};
  return object[key];
}

const Json& list(const Json& object, const char* key) {
  const Json& value = member(object, key);
  if (!value.is_array()) throw Bad{fmt::format("\"{}\" is no list", key)};
  return value;
}

std::string text(const Json& value, const char* key) {
  if (!value.is_string()) throw Bad{fmt::format("\"{}\" holds something that is no text", key)};
  return value.get<std::string>();
}

std::vector<std::string> texts(const Json& object, const char* key) {
  std::vector<std::string> all;
  for (const Json& value : list(object, key)) all.push_back(text(value, key));
  return all;
}

std::uint32_t small(const Json& value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max())
    throw Bad{"something is no small whole number"};
  return value.get<std::uint32_t>();
}

std::int64_t number(const Json& value) {
  const bool fits =
      value.is_number_integer() &&
      (!value.is_number_unsigned() || value.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max());
  if (!fits) throw Bad{"something is no whole number"};
  return value.get<std::int64_t>();
}

verdict::LinearSum sum(const Json& value) {
  if (!value.is_array() || value.empty()) throw Bad{"something is no sum"};
  verdict::LinearSum all{{}, number(value[0])};
  for (std::size_t k = 1; k < value.size(); ++k) {
    if (!value[k].is_array() || value[k].size() != 2) throw Bad{"a sum has something that is no variable and factor"};
    all.terms.emplace_back(small(value[k][0]), number(value[k][1]));
  }
  return all;
}

CertificateFile file_of(const Json& json) {
  if (text(member(json, "schema"), "schema") != schema)
    throw Bad{fmt::format("its schema is not \"{}\"; another version of Fermata may have written it", schema)};
  CertificateFile file{.tool_version = text(member(member(json, "tool"), "version"), "version"),
                       .files = texts(json, "files"),
                       .clang_flags = texts(json, "clang_flags"),
                       .options = {},
                       .properties = {},
                       .because = texts(json, "because"),
                       .certificate = {}};
  if (file.files.empty()) throw Bad{"\"files\" is empty: it names no input"};
  const Json& options = member(json, "options");
  if (!options.is_object()) throw Bad{"\"options\" is no object"};
  for (const auto& [key, value] : options.items()) file.options[key] = text(value, "options");
  for (const std::string& one : texts(json, "properties")) {
    const auto property = verdict::property_named(one);
    if (!property) throw Bad{fmt::format("there is no property \"{}\"", one)};
    file.properties.push_back(*property);
  }
  if (file.properties.empty()) throw Bad{"\"properties\" is empty"};
  const std::string digits = text(member(json, "automata"), "automata");
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), file.certificate.automata, 16);
  if (error != std::errc() || end != digits.data() + digits.size()) throw Bad{"\"automata\" is no fingerprint"};
  for (const Json& v : list(json, "followed")) file.certificate.followed.push_back(small(v));
  for (const Json& fact : list(json, "facts"))
    file.certificate.facts.push_back({small(member(fact, "location")), sum(member(fact, "not_positive"))});
  for (const Json& one : list(json, "node_facts")) {
    verdict::Certificate::NodeFacts facts;
    for (const Json& place : list(one, "places"))
      facts.places.push_back(place.is_null() ? verdict::Certificate::not_begun : small(place));
    for (const Json& value : list(one, "values")) {
      if (!value.is_number_unsigned()) throw Bad{"a node has something that is no value"};
      facts.values.push_back(value.get<std::uint64_t>());
    }
    for (const Json& fact : list(one, "not_positive")) facts.not_positive.push_back(sum(fact));
    file.certificate.node_facts.push_back(std::move(facts));
  }
  for (const Json& one : list(json, "balances")) {
    verdict::Certificate::Balance balance{sum(member(one, "sum")), {}, {}};
    for (const Json& place : list(one, "places")) {
      if (!place.is_array() || place.size() != 2) throw Bad{"a balance has something that is no location and weight"};
      balance.places.emplace_back(small(place[0]), number(place[1]));
    }
    for (const Json& value : list(one, "values")) {
      if (!value.is_array() || value.size() != 3 || !value[1].is_number_unsigned())
        throw Bad{"a balance has something that is no variable, value and weight"};
      balance.values.push_back({small(value[0]), value[1].get<std::uint64_t>(), number(value[2])});
    }
    file.certificate.balances.push_back(std::move(balance));
  }
  for (const Json& rank : list(json, "ranks")) file.certificate.ranks.push_back(sum(rank));
  return file;
}

}  // namespace

std::string write_certificate(const CertificateFile& file) {
  const verdict::Certificate& certificate = file.certificate;
  auto properties = Json::array(), facts = Json::array(), ranks = Json::array();
  for (const auto property : file.properties) properties.push_back(name(property));
  for (const auto& fact : certificate.facts)
    facts.push_back({{"location", fact.location}, {"not_positive", written(fact.not_positive)}});
  auto node_facts = Json::array();
  for (const auto& node : certificate.node_facts) {
    auto places = Json::array(), sums = Json::array();
    for (std::uint32_t place : node.places)
      places.push_back(place == verdict::Certificate::not_begun ? Json() : Json(place));
    for (const auto& one : node.not_positive) sums.push_back(written(one));
    node_facts.push_back({{"places", places}, {"values", node.values}, {"not_positive", sums}});
  }
  auto balances = Json::array();
  for (const auto& balance : certificate.balances) {
    auto places = Json::array(), values = Json::array();
    for (const auto& [location, weight] : balance.places) places.push_back(Json::array({location, weight}));
    for (const auto& one : balance.values) values.push_back(Json::array({one.variable, one.value, one.weight}));
    balances.push_back({{"sum", written(balance.sum)}, {"places", places}, {"values", values}});
  }
  for (const auto& rank : certificate.ranks) ranks.push_back(written(rank));
  auto options = Json::object();
  for (const auto& [key, value] : file.options) options[key] = value;
  const Json all{{"schema", schema},
                 {"tool", {{"name", "fermata"}, {"version", file.tool_version}}},
                 {"files", file.files},
                 {"clang_flags", file.clang_flags},
                 {"options", options},
                 {"properties", properties},
                 {"because", file.because},
                 {"automata", fmt::format("{:016x}", certificate.automata)},
                 {"followed", certificate.followed},
                 {"facts", facts},
                 {"node_facts", node_facts},
                 {"balances", balances},
                 {"ranks", ranks}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<CertificateFile> read_certificate(std::string_view content, const std::string& name) {
  const auto json = Json::parse(content, nullptr, /*allow_exceptions=*/false);
  const auto hint = "a certificate is what 'fermata prove --certificate FILE' writes";
  if (json.is_discarded()) return std::unexpected(Error{"this is no certificate: it is not JSON", name, hint});
  try {
    return file_of(json);
  } catch (const Bad& bad) {
    return std::unexpected(Error{"this is no certificate: " + bad.what, name, hint});
  }
}

}  // namespace fermata::report
