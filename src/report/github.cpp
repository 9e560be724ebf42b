// SPDX-License-Identifier: Apache-2.0
#include "report/github.h"

#include <fmt/format.h>

#include "report/layout.h"
#include "verdict/kinds.h"

namespace fermata::report {

namespace {

using verdict::Answer;

/// A value of a property ends at ',' or ':', and a command at the end of its line.
std::string coded(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    const bool special = c == '%' || c == '\n' || c == '\r' || (property && (c == ':' || c == ','));
    out += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return out;
}

std::string annotation(std::string_view command, const Position& at, std::string_view title, std::string_view message) {
  std::string where;
  if (at.known()) {
    where = fmt::format("file={},line={},", coded(printable(at.file), true), at.line);
    if (at.column != 0) where += fmt::format("col={},", at.column);
  }
  return fmt::format("::{} {}title={}::{}\n", command, where, coded(title, true), coded(message, false));
}

std::string violation(const verdict::Finding& f) {
  auto message = printable(f.message);
  for (const auto& n : f.notes)
    message += fmt::format("\n{}{}{}", printable(place(n.at)), n.at.known() ? ": " : "", printable(n.text));
  const auto* kind = verdict::kind_named(f.kind);
  return annotation("error", f.at, kind ? kind->title : f.kind, message);
}

}  // namespace

std::string to_github(const verdict::Verdict& verdict) {
  std::string out;
  for (const auto& f : verdict.findings) {
    if (f.answer == Answer::violated)
      out += violation(f);
    else if (f.answer == Answer::unknown)
      out += annotation("warning", verdict.unmodelled ? verdict.unmodelled->at : Position{},
                        fmt::format("Fermata: {} is not known", name(f.property)),
                        printable(f.reason.empty() ? "no engine could tell" : f.reason));
    else
      out += annotation("notice", {}, "Fermata", fmt::format("{}: holds", name(f.property)));
  }
  for (const auto& w : verdict.warnings)
    out += annotation("warning", w.first.at, "Data race",
                      printable(fmt::format("'{}' {} '{}' here, while '{}' {} it at {}", w.first.who,
                                            w.first.write ? "writes" : "reads", w.variable, w.second.who,
                                            w.second.write ? "writes" : "reads", place(w.second.at))));
  return out;
}

}  // namespace fermata::report
