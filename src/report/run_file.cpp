// SPDX-License-Identifier: Apache-2.0
//
// A move is [thread] or [thread, choice, choice, ...]; long runs are mostly moves without a choice. A choice is an
// integer of any width: a number, or a text of digits beyond 64 bits. One that is made several times is
// {"times": 10000, "move": [thread, ...]}.
// A section that nothing can end is [kind, object, thread]. Names of files need not be UTF-8, which JSON requires: a
// text that is not is written as {"bytes": "6dff"}.
#include "report/run_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "verdict/kinds.h"

namespace fermata::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view schema = "fermata-run/1";

Json moves(const std::vector<verdict::Move>& all) {
  auto list = Json::array();
  for (const auto& m : all) {
    auto move = Json::array({index(m.thread)});
    for (auto c : m.choices) move.push_back(static_cast<std::int64_t>(c));  // most that are large are negative
    list.push_back(m.times == 1 ? std::move(move) : Json{{"times", m.times}, {"move", std::move(move)}});
  }
  return list;
}

Json sections(const std::vector<SectionInstance>& all) {
  auto list = Json::array();
  for (const auto& u : all) list.push_back(Json::array({static_cast<unsigned>(u.kind), u.object, index(u.thread)}));
  return list;
}

bool is_utf8(const std::string& text) {
  try {
    return !Json(text).dump().empty();
  } catch (const Json::type_error&) {
    return false;
  }
}

Json text_or_bytes(const std::string& text) {
  if (is_utf8(text)) return text;
  std::string digits;
  for (unsigned char c : text) digits += fmt::format("{:02x}", c);
  return {{"bytes", digits}};
}

Json texts_or_bytes(const std::vector<std::string>& all) {
  auto list = Json::array();
  for (const auto& text : all) list.push_back(text_or_bytes(text));
  return list;
}

struct Bad {
  std::string what;
};

const Json& member(const Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) throw Bad{fmt::format("there is no \"{}\"", key)};
  return object[key];
}

std::string text(const Json& value, const char* key) {
  if (!value.is_string()) throw Bad{fmt::format("\"{}\" holds something that is no text", key)};
  return value.get<std::string>();
}

std::string text_of_bytes(const Json& value, const char* key) {
  if (!value.is_object()) return text(value, key);
  const auto digits = text(member(value, "bytes"), "bytes");
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    unsigned byte = 0;
    const auto [end, error] =
        std::from_chars(digits.data() + i, digits.data() + std::min(i + 2, digits.size()), byte, 16);
    if (error != std::errc() || end != digits.data() + i + 2)
      throw Bad{"\"bytes\" holds something that is no pair of hexadecimal digits"};
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::vector<std::string> texts(const Json& object, const char* key) {
  std::vector<std::string> list;
  const auto& values = member(object, key);
  if (!values.is_array()) throw Bad{fmt::format("\"{}\" is no list", key)};
  for (const auto& v : values) list.push_back(text_of_bytes(v, key));
  return list;
}

std::uint32_t number(const Json& value, const char* key) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max())
    throw Bad{fmt::format("\"{}\" holds something that is not a list of small whole numbers", key)};
  return value.get<std::uint32_t>();
}

/// A choice is an integer of any width; JSON numbers end at 64 bits, so a larger one is a text of digits.
std::uint64_t choice(const Json& value, const char* key) {
  const bool digits = value.is_string() && !value.get<std::string>().empty() &&
                      std::ranges::all_of(value.get<std::string>(), [](char c) { return c >= '0' && c <= '9'; });
  if (!value.is_number_integer() && !digits)
    throw Bad{fmt::format("\"{}\" holds a choice that is no whole number", key)};
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  if (!digits) return static_cast<std::uint64_t>(value.get<std::int64_t>());
  std::uint64_t number = 0;
  const std::string text = value.get<std::string>();
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
    throw Bad{fmt::format("\"{}\" holds the choice {}, and no choice of this version is that large", key, text)};
  return number;
}

std::vector<verdict::Move> moves_of(const Json& object, const char* key) {
  std::vector<verdict::Move> list;
  const auto& values = member(object, key);
  if (!values.is_array()) throw Bad{fmt::format("\"{}\" is no list", key)};
  for (const auto& value : values) {
    const auto& v = value.is_object() ? member(value, "move") : value;
    if (!v.is_array() || v.empty()) throw Bad{fmt::format("\"{}\" holds a move without a thread", key)};
    verdict::Move move{ThreadId{number(v[0], key)}, {}};
    if (value.is_object()) move.times = number(member(value, "times"), key);
    if (move.times == 0) throw Bad{fmt::format("\"{}\" holds a move that is never made", key)};
    for (std::size_t i = 1; i < v.size(); ++i) move.choices.push_back(choice(v[i], key));
    list.push_back(std::move(move));
  }
  return list;
}

std::vector<SectionInstance> sections_of(const Json& object, const char* key) {
  std::vector<SectionInstance> list;
  const auto& values = member(object, key);
  if (!values.is_array()) throw Bad{fmt::format("\"{}\" is no list", key)};
  for (const auto& v : values) {
    if (!v.is_array() || v.size() != 3 || !v[1].is_number_unsigned())
      throw Bad{fmt::format("\"{}\" holds something that is not a kind, an object and a thread", key)};
    if (number(v[0], key) > static_cast<unsigned>(SectionKind::call))
      throw Bad{fmt::format("\"{}\" holds a kind of section that this version does not have", key)};
    list.push_back(
        {static_cast<SectionKind>(number(v[0], key)), v[1].get<std::uint64_t>(), ThreadId{number(v[2], key)}});
  }
  return list;
}

bool truth(const Json& object, const char* key) {
  const auto& value = member(object, key);
  if (!value.is_boolean()) throw Bad{fmt::format("\"{}\" is neither true nor false", key)};
  return value.get<bool>();
}

RunFile run_of(const Json& json) {
  if (text(member(json, "schema"), "schema") != schema)
    throw Bad{fmt::format("its schema is not \"{}\"; another version of Fermata may have written it", schema)};
  RunFile run{.tool_version = text(member(member(json, "tool"), "version"), "version"),
              .files = texts(json, "files"),
              .clang_flags = texts(json, "clang_flags"),
              .options = {},
              .violations = {}};
  if (run.files.empty()) throw Bad{"\"files\" is empty: it names no input"};
  const auto& options = member(json, "options");
  if (!options.is_object()) throw Bad{"\"options\" is no object"};
  for (const auto& [key, value] : options.items()) run.options[key] = text(value, "options");
  const auto& violations = member(json, "violations");
  if (!violations.is_array() || violations.empty()) throw Bad{"\"violations\" is no list, or an empty one"};
  for (const auto& v : violations) {
    auto property = verdict::property_named(text(member(v, "property"), "property"));
    if (!property) throw Bad{fmt::format("there is no property \"{}\"", v["property"].get<std::string>())};
    const std::string kind = text(member(v, "kind"), "kind");
    if (!verdict::kind_named(kind)) throw Bad{fmt::format("there is no kind of violation \"{}\"", kind)};
    run.violations.push_back({*property,
                              kind,
                              {moves_of(v, "stem"),
                               moves_of(v, "loop"),
                               sections_of(v, "unending"),
                               {truth(v, "hand_over"), truth(v, "freers_reuse")}}});
  }
  return run;
}

}  // namespace

std::string write_run(const RunFile& run) {
  auto violations = Json::array();
  for (const auto& v : run.violations)
    violations.push_back({{"property", name(v.property)},
                          {"kind", v.kind},
                          {"stem", moves(v.run.stem)},
                          {"loop", moves(v.run.loop)},
                          {"unending", sections(v.run.unending)},
                          {"hand_over", v.run.heap.hand_over},
                          {"freers_reuse", v.run.heap.freers_reuse}});
  auto options = Json::object();
  for (const auto& [key, value] : run.options) options[key] = value;
  Json all{{"schema", schema},
           {"tool", {{"name", "fermata"}, {"version", run.tool_version}}},
           {"files", texts_or_bytes(run.files)},
           {"clang_flags", texts_or_bytes(run.clang_flags)},
           {"options", options},
           {"violations", violations}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<RunFile> read_run(std::string_view content, const std::string& name) {
  auto json = Json::parse(content, nullptr, /*allow_exceptions=*/false);
  auto hint = "a run file is what 'fermata check' writes when it finds a violation (--run-file)";
  if (json.is_discarded()) return std::unexpected(Error{"this is no run file: it is not JSON", name, hint});
  try {
    return run_of(json);
  } catch (const Bad& bad) {
    return std::unexpected(Error{"this is no run file: " + bad.what, name, hint});
  }
}

}  // namespace fermata::report
