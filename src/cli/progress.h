// SPDX-License-Identifier: Apache-2.0
// Progress on stderr.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "cli/command_line.h"
#include "portfolio/check.h"

namespace fermata::cli {

/// "1,234,567 states, 103,000/s, 12,345 to expand, 1.2 GB, 12 s of 60 s"; `most` is how long it may take, if that is
/// limited.
std::string shown(const portfolio::Progress& now, const portfolio::Progress& before, std::uint64_t memory_bytes,
                  std::optional<double> most = {});

/// On a terminal one line that is rewritten in place; elsewhere a new line every ten seconds, or every second
/// if the user asked for progress.
class ProgressLine {
 public:
  ProgressLine(std::ostream& err, When when, bool terminal, int width, std::optional<double> most = {});
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const portfolio::Progress&);
  /// Erases the line, so that something else can be printed.
  void clear();

 private:
  std::ostream& err_;
  bool moving_;
  double interval_;  ///< seconds between two lines; negative: none at all
  std::size_t width_;
  std::optional<double> most_;  ///< seconds it may take
  portfolio::Progress last_;
  bool written_ = false;
};

}  // namespace fermata::cli
