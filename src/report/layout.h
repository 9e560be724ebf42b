// SPDX-License-Identifier: Apache-2.0
// Words, numbers and places laid out for a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"

namespace fermata::report {

/// The columns that UTF-8 text takes: one per code point. Wide and combining characters are not told apart.
std::size_t columns(std::string_view text);
/// `text` with spaces up to `width` columns; as it is if longer.
std::string padded(std::string_view text, std::size_t width);
/// Broken at spaces into lines of at most `width` columns. A longer word keeps a line of its own: a cut name is no
/// name. There is always at least one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);
/// Safe to print: control characters and broken UTF-8 are escaped (\x1b), a tab becomes one space.
std::string printable(std::string_view text);
/// A line of C or C++ without the `//` comment at its end. `//` inside of a literal is none.
std::string_view without_comment(std::string_view line);

std::string counted(std::uint64_t n);                         ///< 1,234,567
std::string counted(std::uint64_t n, std::string_view noun);  ///< "1 state", "2,594 states"
std::string bytes_shown(std::uint64_t bytes);                 ///< "1.2 GB"
std::string seconds_shown(double seconds);                    ///< "0.02 s", "12 s", "5 min 12 s"
std::string place(const Position& at);                        ///< "queue.cpp:31:10"; "" if not known

/// Clang's colours, or none.
struct Paint {
  bool on = false;

  std::string bold(std::string_view s) const { return in("1", s); }
  std::string error(std::string_view s) const { return in("1;31", s); }
  std::string note(std::string_view s) const { return in("1;36", s); }
  std::string good(std::string_view s) const { return in("1;32", s); }
  std::string unsure(std::string_view s) const { return in("1;35", s); }
  std::string dim(std::string_view s) const { return in("2", s); }

 private:
  std::string in(std::string_view code, std::string_view s) const;
};

}  // namespace fermata::report
