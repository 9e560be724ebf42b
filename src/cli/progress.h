// SPDX-License-Identifier: Apache-2.0
// How far it is, on stderr.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "cli/command_line.h"
#include "portfolio/check.h"

namespace fermata::cli {

/// "1,234,567 states, 103,000/s, 12,345 to expand, 1.2 GB, 12 s"
std::string shown(const portfolio::Progress& now, const portfolio::Progress& before, std::uint64_t memory_bytes);

/// Writes what it is shown, not too often: on a terminal one line that is written over, elsewhere a line now and then.
class ProgressLine {
 public:
  ProgressLine(std::ostream& err, When when, bool terminal, int width);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const portfolio::Progress&);
  /// Takes the moving line away, so that something else may be printed.
  void clear();

 private:
  std::ostream& err_;
  bool moving_;
  double interval_;  ///< seconds between two lines; negative: none at all
  std::size_t width_;
  portfolio::Progress last_;
  bool written_ = false;
};

}  // namespace fermata::cli
