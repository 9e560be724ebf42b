// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "verdict/kinds.h"

namespace fermata::report {

namespace {

using Json = nlohmann::ordered_json;  // keys in the order people read them

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json list_or_null(const std::vector<std::string>& names) {
  return text_or_null(fmt::format("{}", fmt::join(names, ", ")));
}

Json place(const Position& at) {
  if (!at.known()) return nullptr;
  return {{"file", at.file}, {"line", at.line}, {"column", at.column}};
}

Json frames(const std::vector<verdict::Frame>& stack) {
  auto list = Json::array();
  for (const auto& f : stack) list.push_back({{"function", f.function}, {"at", place(f.at)}});
  return list;
}

Json thread(const verdict::ThreadStatus& t) {
  return {{"id", index(t.id)},
          {"name", t.name},
          {"status", name(t.status)},
          {"waits_for", text_or_null(t.waits_for)},
          {"held_by", list_or_null(t.held_by)},
          {"behind", list_or_null(t.behind)},
          {"why", text_or_null(t.why)},
          {"holds", t.holds},
          {"in_loop", t.in_loop == verdict::ThreadStatus::Role::none ? Json(nullptr) : Json(name(t.in_loop))},
          {"stack", frames(t.stack)},
          {"waits_since", t.waits_since == 0 ? Json(nullptr) : Json(t.waits_since)},
          {"last_signal", t.last_signal == 0 ? Json(nullptr) : Json(t.last_signal)},
          {"at", place(t.at)}};
}

Json standings(const std::vector<verdict::Standing>& all) {
  auto list = Json::array();
  for (const auto& s : all)
    list.push_back({{"thread", index(s.thread)},
                    {"name", s.who},
                    {"at", place(s.at)},
                    {"holds", s.holds},
                    {"waits_for", text_or_null(s.waits_for)},
                    {"blocked_by", s.blocked_by}});
  return list;
}

Json steps(const std::vector<verdict::Step>& all) {
  auto list = Json::array();
  for (const auto& s : all)
    list.push_back({{"step", s.number},
                    {"thread", index(s.thread)},
                    {"name", s.who},
                    {"at", place(s.at)},
                    {"text", s.text},
                    {"relevant", s.relevant},
                    {"decisive", s.decisive},
                    {"after", standings(s.after)}});
  return list;
}

Json notes(const std::vector<verdict::Note>& all) {
  auto list = Json::array();
  for (const auto& n : all) list.push_back({{"at", place(n.at)}, {"text", n.text}});
  return list;
}

Json result(const verdict::Finding& f) {
  const auto* kind = verdict::kind_named(f.kind);
  auto threads = Json::array();
  for (const auto& t : f.threads) threads.push_back(thread(t));
  return {{"property", name(f.property)},
          {"verdict", name(f.answer)},
          {"kind", text_or_null(f.kind)},
          {"title", kind ? Json(kind->title) : Json(nullptr)},
          {"engine", text_or_null(f.engine)},
          {"confirmed", f.confirmed},
          {"basis", f.basis ? Json(name(*f.basis)) : Json(nullptr)},
          {"sections", text_or_null(f.sections)},
          {"because", f.because},
          {"reason", text_or_null(f.reason)},
          {"fairness", f.fairness ? Json(name(*f.fairness)) : Json(nullptr)},
          {"message", text_or_null(f.message)},
          {"at", place(f.at)},
          {"notes", notes(f.notes)},
          {"threads", threads},
          {"stem", steps(f.stem)},
          {"point_of_no_return", f.point_of_no_return ? Json(*f.point_of_no_return) : Json(nullptr)},
          {"loop", steps(f.loop)},
          {"output", f.output}};
}

Json explosion(const verdict::Explosion& e) {
  auto parts = Json::array();
  for (const auto& p : e.parts)
    parts.push_back({{"kind", name(p.kind)},
                     {"name", p.name},
                     {"count", p.count},
                     {"values", p.values},
                     {"factor", p.factor},
                     {"at", place(p.at)}});
  return {{"sampled", e.sampled}, {"parts", parts}, {"advice", e.advice}};
}

Json warning(const verdict::Warning& w) {
  auto accesses = Json::array();
  for (const auto* a : {&w.first, &w.second})
    accesses.push_back(
        {{"thread", a->who}, {"at", place(a->at)}, {"access", a->write ? "write" : "read"}, {"sort", a->sort}});
  return {{"id", w.id}, {"variable", w.variable}, {"accesses", accesses}};
}

Json statistics(const verdict::Statistics& s) {
  Json stats{{"engine", text_or_null(s.engine)},
             {"states", s.states},
             {"transitions", s.transitions},
             {"seconds", s.seconds},
             {"peak_rss_bytes", s.peak_rss_bytes},
             {"bytes_per_state", s.bytes_per_state},
             {"complete", s.complete}};
  if (s.deadlock_states) stats["deadlock_states"] = *s.deadlock_states;
  if (s.cannot_finish_states) stats["cannot_finish_states"] = *s.cannot_finish_states;
  return stats;
}

}  // namespace

std::string to_json(const verdict::Verdict& verdict, const std::vector<std::string>& files,
                    std::string_view tool_version) {
  auto results = Json::array();
  for (const auto& f : verdict.findings) results.push_back(result(f));
  const auto named = [](const verdict::Unmodelled& u) {
    auto calls = Json::array();
    for (const auto& c : u.calls) calls.push_back({{"function", c.function}, {"at", place(c.at)}});
    return Json{
        {"what", u.what}, {"hint", u.hint.empty() ? Json() : Json(u.hint)}, {"at", place(u.at)}, {"calls", calls}};
  };
  auto more_unmodelled = Json::array();
  for (const auto& u : verdict.more_unmodelled) more_unmodelled.push_back(named(u));
  auto engines = Json::array();
  for (const auto& s : verdict.statistics) engines.push_back(statistics(s));
  auto warnings = Json::array();
  for (const auto& w : verdict.warnings) warnings.push_back(warning(w));
  Json all{{"schema", "fermata/1"},
           {"tool", {{"name", "fermata"}, {"version", tool_version}}},
           {"files", files},
           {"verdict", name(overall(verdict))},
           {"results", results},
           {"unmodelled", verdict.unmodelled ? named(*verdict.unmodelled) : Json()},
           {"more_unmodelled", more_unmodelled},
           {"failing", verdict.failing ? result(*verdict.failing) : Json()},
           {"safety_besides", verdict.safety_besides ? result(*verdict.safety_besides) : Json()},
           {"explosion", verdict.explosion ? explosion(*verdict.explosion) : Json()},
           {"notes", notes(verdict.notes)},
           {"assumptions", verdict.assumptions},
           {"not_in_state", verdict.not_in_state},
           {"warnings", warnings},
           {"more_warnings", verdict.more_warnings},
           {"all_races", verdict.all_races},
           {"stats", verdict.statistics.empty() ? statistics({}) : statistics(verdict.statistics.front())},
           {"engines", engines}};
  if (!verdict.protections.empty()) {
    auto& list = all["protections"] = Json::array();
    for (const auto& p : verdict.protections) list.push_back({{"variable", p.variable}, {"how", p.how}});
  }
  // Names come from the user's program and its output; they need not be UTF-8.
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fermata::report
