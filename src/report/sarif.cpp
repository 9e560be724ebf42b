// SPDX-License-Identifier: Apache-2.0
#include "report/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>

#include "report/layout.h"
#include "report/trace.h"
#include "verdict/kinds.h"

namespace fermata::report {

namespace {

using Json = nlohmann::ordered_json;
using verdict::Answer;
using verdict::Finding;
using verdict::Step;
using verdict::ThreadStatus;

// Viewers refuse or cut longer ones; GitHub shows 1,000 at most.
constexpr std::size_t most_steps = 1000;
// Of a run that is longer than that: so many from its beginning. The end is where it goes wrong.
constexpr std::size_t from_beginning = 100;

struct Weakness {
  unsigned number;
  std::string_view name;
};
/// Those that verdict::Kind::cwe names, as the Common Weakness Enumeration calls them.
constexpr std::array weaknesses{
    Weakness{119, "Improper Restriction of Operations within the Bounds of a Memory Buffer"},
    Weakness{190, "Integer Overflow or Wraparound"},
    Weakness{248, "Uncaught Exception"},
    Weakness{362, "Concurrent Execution using Shared Resource with Improper Synchronization ('Race Condition')"},
    Weakness{369, "Divide By Zero"},
    Weakness{415, "Double Free"},
    Weakness{416, "Use After Free"},
    Weakness{617, "Reachable Assertion"},
    Weakness{662, "Improper Synchronization"},
    Weakness{667, "Improper Locking"},
    Weakness{674, "Uncontrolled Recursion"},
    Weakness{758, "Reliance on Undefined, Unspecified, or Implementation-Defined Behavior"},
    Weakness{763, "Release of Invalid Pointer or Reference"},
    Weakness{764, "Multiple Locks of a Critical Resource"},
    Weakness{772, "Missing Release of Resource after Effective Lifetime"},
    Weakness{825, "Expired Pointer Dereference"},
    Weakness{833, "Deadlock"},
    Weakness{835, "Loop with Unreachable Exit Condition ('Infinite Loop')"},
};

struct Rule {
  std::string id;
  std::string title;
  std::string help;
  unsigned cwe;
  std::string_view level;
};

/// The kinds of violations; then the warnings; then the properties, for what holds or is not known.
std::vector<Rule> rules() {
  std::vector<Rule> all;
  for (const auto& k : verdict::kinds())
    all.push_back({std::string(k.id), std::string(k.title), std::string(k.help), k.cwe, "error"});
  all.push_back({"data-race", "Data race",
                 "Two threads can access a variable at the same time, at least one of them writes, and at least one "
                 "access is not atomic. The language says nothing about what such a program does. Make the variable "
                 "atomic, or access it under one mutex.",
                 362, "warning"});
  all.push_back(
      {"hang", "Whether it can hang", "From every reachable state, whatever was begun can still end.", 0, "none"});
  all.push_back({"safety", "Whether it can fail",
                 "No assertion fails, no access is invalid, no primitive for threads is misused.", 0, "none"});
  all.push_back({"termination", "Whether it always ends", "No fair run goes on for ever.", 0, "none"});
  return all;
}

/// lost-wakeup: LostWakeup
std::string in_pascal_case(std::string_view id) {
  std::string name;
  bool begins = true;
  for (const char c : id) {
    if (c != '-') name += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = c == '-';
  }
  return name;
}

/// A path as a URI (RFC 3986): what is not allowed in one is escaped.
std::string uri(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("/._-~+").contains(c);
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

Json text(std::string_view words) { return {{"text", words}}; }

Json artifact(const std::string& file) {
  Json a{{"uri", uri(file)}};
  if (!file.starts_with('/')) a["uriBaseId"] = "%SRCROOT%";
  return a;
}

Json physical(const Position& at) {
  Json p{{"artifactLocation", artifact(at.file)}};
  if (at.known()) p["region"] = {{"startLine", at.line}};
  if (at.known() && at.column != 0) p["region"]["startColumn"] = at.column;
  return {{"physicalLocation", p}};
}

Json location(const Position& at, std::string_view message) {
  auto l = physical(at);
  l["message"] = text(message);
  return l;
}

/// Names of objects may say where they were allocated. An edit further up changes lines, and not what is wrong.
std::string without_lines(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    out += name[i];
    if (name[i] != ':') continue;
    while (i + 1 < name.size() && std::isdigit(static_cast<unsigned char>(name[i + 1])) != 0) ++i;
  }
  return out;
}

/// What this violation is about: the same after an edit elsewhere, another one for another violation.
std::string fingerprint(const Finding& f) {
  std::set<std::string> parts;
  for (const auto& t : f.threads) {
    const bool takes_part = t.at == f.at || !t.waits_for.empty() || t.in_loop == ThreadStatus::Role::moves;
    if (t.status == ThreadStatus::Kind::finished || !takes_part) continue;
    parts.insert(without_lines(fmt::format(
        "{} {}", t.stack.empty() ? t.name.substr(0, t.name.find('#')) : t.stack.front().function, t.waits_for)));
  }
  return fmt::format("{}|{}|{}", f.kind, fmt::join(parts, "|"),
                     f.property == verdict::Property::safety ? without_lines(f.message) : "");
}

/// A step, and where it is: the place, or the last that is known of its thread.
struct Placed {
  const Step* step;
  Position at;
  bool in_loop;
};

std::vector<Placed> placed_steps(const Finding& f) {
  std::vector<Placed> all;
  std::map<std::string, Position> last;
  for (const auto* part : {&f.stem, &f.loop})
    for (const auto& s : *part) {
      auto& at = last[thread_name(f, s)];
      if (s.at.known()) at = s.at;
      all.push_back({&s, at.known() ? at : f.at, part == &f.loop});
    }
  if (all.size() > most_steps)
    std::erase_if(all, [](const Placed& p) { return !p.step->relevant && !p.step->decisive; });
  if (all.size() > most_steps)
    all.erase(all.begin() + from_beginning, all.end() - static_cast<std::ptrdiff_t>(most_steps - from_beginning));
  return all;
}

Json flow_location(const Finding& f, const Placed& p, bool loop_begins) {
  const auto& s = *p.step;
  return {{"location", location(p.at, printable(fmt::format("{}{}: {}", loop_begins ? "from here on, for ever: " : "",
                                                            thread_name(f, s), s.text)))},
          {"executionOrder", s.number},
          {"importance", s.decisive   ? "essential"
                         : s.relevant ? "important"
                                      : "unimportant"}};
}

/// All steps in time order; and those of each thread.
Json code_flows(const Finding& f) {
  const auto steps = placed_steps(f);
  if (steps.empty()) return Json::array();
  auto merged = Json::array();
  std::vector<std::string> order;
  std::map<std::string, Json> by_thread;
  bool was_in_loop = false;
  for (const auto& p : steps) {
    const auto& entry = merged.emplace_back(flow_location(f, p, p.in_loop && !was_in_loop));
    was_in_loop = p.in_loop;
    auto who = printable(thread_name(f, *p.step));
    if (!by_thread.contains(who)) order.push_back(who), by_thread[who] = Json::array();
    by_thread[who].push_back(entry);
  }
  auto threads = Json::array();
  for (const auto& who : order) threads.push_back({{"id", who}, {"locations", by_thread[who]}});
  return {{{"message", text("the steps of all threads, in time order")},
           {"threadFlows", {{{"id", "all threads"}, {"locations", merged}}}}},
          {{"message", text("the steps of each thread")}, {"threadFlows", threads}}};
}

class Log {
 public:
  explicit Log(const std::vector<std::string>& files) : files_(files), rules_(rules()) {}

  Json result(const Finding& f, const verdict::Statistics* counts) const {
    if (f.answer == Answer::violated) return violation(f);
    const bool holds = f.answer == Answer::holds;
    auto message = holds && f.basis == verdict::Basis::certificate
                       ? std::string("It holds: a proof was found and checked.")
                   : holds && counts && counts->complete
                       ? fmt::format("It holds: {} were explored, which are all.", counted(counts->states, "state"))
                   : holds            ? std::string("It holds.")
                   : f.reason.empty() ? std::string("It is not known.")
                                      : "It is not known: " + printable(f.reason);
    auto r = begin(name(f.property), holds ? "pass" : "open", "none", message);
    r["locations"] = whole_program();
    return r;
  }

  Json race(const verdict::Warning& w) const {
    const auto does = [](const verdict::Warning::Access& a) {
      return printable(fmt::format("'{}' {} it ({})", a.who, a.write ? "writes" : "reads", a.sort));
    };
    auto r = begin(
        w.id, "fail", "warning",
        printable(fmt::format("data race on '{}': {} here, while {}", w.variable, does(w.first), does(w.second))));
    r["locations"] = w.first.at.known() ? Json::array({physical(w.first.at)}) : whole_program();
    if (w.second.at.known()) r["relatedLocations"] = Json::array({location(w.second.at, does(w.second))});
    r["partialFingerprints"] = {{"fermata/v1", fmt::format("{}|{}", w.id, without_lines(w.variable))}};
    return r;
  }

  Json descriptors() const {
    auto all = Json::array();
    for (const auto& r : rules_) {
      Json d{{"id", r.id},
             {"name", in_pascal_case(r.id)},
             {"shortDescription", text(r.title)},
             {"fullDescription", text(r.help)},
             {"help", text(r.help)},
             {"defaultConfiguration", {{"level", r.level}}},
             {"properties", {{"tags", Json::array({"concurrency"})}}}};
      if (r.cwe != 0) {
        d["properties"]["tags"].push_back(fmt::format("external/cwe/cwe-{}", r.cwe));
        d["relationships"] = Json::array({{{"target", weakness(r.cwe)}, {"kinds", Json::array({"relevant"})}}});
      }
      all.push_back(std::move(d));
    }
    return all;
  }

 private:
  Json begin(std::string_view rule, std::string_view kind, std::string_view level, std::string_view message) const {
    Json r{{"ruleId", rule}};
    if (const auto at = std::ranges::find(rules_, rule, &Rule::id); at != rules_.end())
      r["ruleIndex"] = at - rules_.begin();
    r["kind"] = kind;
    r["level"] = level;
    r["message"] = text(message);
    return r;
  }

  Json violation(const Finding& f) const {
    auto r = begin(f.kind, "fail", "error", printable(f.message));
    r["locations"] = f.at.known() ? Json::array({physical(f.at)}) : whole_program();
    for (const auto& t : f.threads)
      if (t.at == f.at && !t.stack.empty()) {
        r["locations"][0]["logicalLocations"] =
            Json::array({{{"fullyQualifiedName", printable(t.stack.front().function)}, {"kind", "function"}}});
        break;
      }
    auto related = Json::array();
    for (const auto& n : f.notes)
      if (n.at.known()) {
        auto l = location(n.at, printable(n.text));
        l["id"] = related.size();
        related.push_back(std::move(l));
      }
    if (!related.empty()) r["relatedLocations"] = related;
    if (auto flows = code_flows(f); !flows.empty()) r["codeFlows"] = flows;
    r["partialFingerprints"] = {{"fermata/v1", printable(fingerprint(f))}};
    r["properties"] = {{"property", name(f.property)}, {"engine", f.engine}, {"confirmed", f.confirmed}};
    if (f.fairness) r["properties"]["fairness"] = name(*f.fairness);
    const auto* kind = verdict::kind_named(f.kind);
    if (kind && kind->cwe != 0) r["taxa"] = Json::array({weakness(kind->cwe)});
    return r;
  }

  static Json weakness(unsigned number) {
    return {{"id", fmt::format("CWE-{}", number)}, {"toolComponent", {{"name", "CWE"}, {"index", 0}}}};
  }

  Json whole_program() const {
    return files_.empty() ? Json::array() : Json::array({physical({files_.front(), 0, 0})});
  }

  const std::vector<std::string>& files_;
  std::vector<Rule> rules_;
};

Json taxonomy() {
  auto taxa = Json::array();
  for (const auto& w : weaknesses)
    taxa.push_back({{"id", fmt::format("CWE-{}", w.number)}, {"shortDescription", text(w.name)}});
  return {{"name", "CWE"},
          {"organization", "MITRE"},
          {"shortDescription", text("The MITRE Common Weakness Enumeration")},
          {"isComprehensive", false},
          {"taxa", taxa}};
}

}  // namespace

std::string to_sarif(const verdict::Verdict& verdict, const std::vector<std::string>& files,
                     std::string_view tool_version) {
  const Log log(files);
  const auto* counts = verdict.statistics.empty() ? nullptr : &verdict.statistics.front();
  auto results = Json::array();
  for (const auto& f : verdict.findings) results.push_back(log.result(f, counts));
  for (const auto& w : verdict.warnings) results.push_back(log.race(w));

  Json invocation{{"executionSuccessful", true}};
  if (const auto& u = verdict.unmodelled) {
    Json n{{"level", "error"}, {"message", text(printable(fmt::format("'{}' is not modelled", u->what)))}};
    if (u->at.known()) n["locations"] = Json::array({physical(u->at)});
    invocation = {{"executionSuccessful", false}, {"toolExecutionNotifications", Json::array({n})}};
  }
  auto inputs = Json::array();
  for (const auto& file : files) inputs.push_back({{"location", artifact(file)}});

  Json run{{"tool",
            {{"driver",
              {{"name", "Fermata"},
               {"version", tool_version},
               {"rules", log.descriptors()},
               {"supportedTaxonomies", Json::array({{{"name", "CWE"}, {"index", 0}}})}}}}},
           {"invocations", Json::array({invocation})},
           {"originalUriBaseIds", {{"%SRCROOT%", {{"description", text("the folder that Fermata was started in")}}}}},
           {"artifacts", inputs},
           {"taxonomies", Json::array({taxonomy()})},
           {"columnKind", "unicodeCodePoints"},
           {"results", results},
           {"properties", {{"assumptions", verdict.assumptions}}}};
  // Results of several drivers in one repository do not replace each other.
  if (!files.empty()) run["automationDetails"] = {{"id", fmt::format("fermata/{}/", uri(files.front()))}};
  Json all{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fermata::report
