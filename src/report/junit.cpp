// SPDX-License-Identifier: Apache-2.0
#include "report/junit.h"

#include <fmt/format.h>

#include "report/layout.h"
#include "report/markup.h"
#include "verdict/kinds.h"

namespace fermata::report {

namespace {

using verdict::Answer;
using verdict::Finding;

std::string outcome(const Finding& f) {
  if (f.answer == Answer::holds) return "";
  if (f.answer == Answer::unknown)
    return fmt::format("      <skipped message=\"{}\"/>\n", escaped(f.reason.empty() ? "not known" : f.reason));
  auto body = place(f.at) + (f.at.known() ? ": " : "") + f.message + "\n";
  for (const auto& n : f.notes) body += fmt::format("{}{}{}\n", place(n.at), n.at.known() ? ": " : "", n.text);
  return fmt::format("      <failure message=\"{}\" type=\"{}\">{}</failure>\n", escaped(f.message), escaped(f.kind),
                     escaped_lines(body));
}

}  // namespace

std::string to_junit(const verdict::Verdict& verdict, const TextOptions& options) {
  std::size_t failures = 0, skipped = 0;
  for (const auto& f : verdict.findings) {
    failures += f.answer == Answer::violated;
    skipped += f.answer == Answer::unknown;
  }
  double seconds = 0;
  for (const auto& s : verdict.statistics) seconds += s.seconds;
  const auto program = options.files.empty() ? std::string("program") : options.files.front();
  const auto counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\"",
                                  verdict.findings.size(), failures, skipped, seconds);
  auto out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fermata\" {0}>\n  <testsuite name=\"fermata "
      "{1}\" "
      "{0}>\n",
      counts, escaped(program));
  for (const auto& f : verdict.findings) {
    out += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", escaped(program), name(f.property));
    if (f.at.known()) out += fmt::format(" file=\"{}\" line=\"{}\"", escaped(f.at.file), f.at.line);
    const auto inside = outcome(f);
    out += inside.empty() ? "/>\n" : fmt::format(">\n{}    </testcase>\n", inside);
  }
  auto plain = options;
  plain.color = false;
  return out + fmt::format("    <system-out>{}</system-out>\n  </testsuite>\n</testsuites>\n",
                           escaped_lines(to_text(verdict, plain)));
}

}  // namespace fermata::report
