// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/stop.h"
#include "report/layout.h"

namespace fermata::cli {

namespace {

double interval(When when, bool terminal) {
  if (when == When::never) return -1;
  if (terminal) return 0.2;
  return when == When::always ? 1 : 10;
}

}  // namespace

std::string shown(const portfolio::Progress& now, const portfolio::Progress& before, std::uint64_t memory_bytes,
                  std::optional<double> most) {
  auto seconds = now.seconds - before.seconds;
  auto rate =
      seconds > 0 && now.states >= before.states ? static_cast<double>(now.states - before.states) / seconds : 0;
  return fmt::format("{}, {}/s, {} to expand, {}, {}{}", report::counted(now.states, "state"),
                     report::counted(static_cast<std::uint64_t>(rate)), report::counted(now.frontier),
                     report::bytes_shown(memory_bytes), report::seconds_shown(now.seconds),
                     most ? " of " + report::seconds_shown(*most) : std::string());
}

ProgressLine::ProgressLine(std::ostream& err, When when, bool terminal, int width, std::optional<double> most)
    : err_(err),
      moving_(terminal),
      interval_(interval(when, terminal)),
      width_(static_cast<std::size_t>(std::max(width, 20))),
      most_(most) {}

void ProgressLine::show(const portfolio::Progress& now) {
  constexpr double interval_of_watchers = 1;  // on a terminal, or if the user asked
  const bool due = now.text.empty() ? now.seconds - last_.seconds >= interval_ : interval_ <= interval_of_watchers;
  if (interval_ < 0 || !due) return;
  auto text = "fermata: " + (now.text.empty() ? shown(now, last_, resident_bytes(), most_) : now.text);
  last_ = now;
  if (moving_) {
    // A line that wraps cannot be written over.
    err_ << '\r' << text.substr(0, width_ - 1) << "\033[K" << std::flush;
    written_ = true;
  } else {
    err_ << text << std::endl;
  }
}

void ProgressLine::clear() {
  if (written_) err_ << "\r\033[K" << std::flush;
  written_ = false;
}

}  // namespace fermata::cli
