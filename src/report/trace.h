// SPDX-License-Identifier: Apache-2.0
// How it gets there: the steps of a run, one column per thread, time going down.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "report/layout.h"
#include "verdict/verdict.h"

namespace fermata::report {

/// Short names for places: the file without its folders, unless two files would then be called the same.
class ShortPlaces {
 public:
  explicit ShortPlaces(const verdict::Finding&);
  std::string line(const Position& at) const;         ///< "queue.cpp:31"
  std::string line_column(const Position& at) const;  ///< "queue.cpp:31:10"
  /// The file that every step is in, if it is the same one; else empty.
  const std::string& only_file() const { return only_file_; }

 private:
  std::map<std::string, std::string> shown_;
  std::string only_file_;
};

/// The name of a thread; "thread 3" if it has none.
std::string thread_name(const verdict::ThreadStatus&);
std::string thread_name(const verdict::Finding&, const verdict::Step&);

/// A line of the user's source; nothing if it cannot be read.
using Source = std::function<std::optional<std::string>(const std::string& file, std::uint32_t line)>;

struct TraceOptions {
  Paint paint;
  std::size_t width = 100;
  bool full = false;  ///< every step; otherwise many accesses by one line of source are one row, and the middle of a
                      ///< long run is left out
  Source source;      ///< may be empty
};

/// The steps of stem and loop as indented lines. Two to four threads stand side by side if there is room for what they
/// do; otherwise each line names its thread.
std::string trace(const verdict::Finding&, const ShortPlaces&, const TraceOptions&);

}  // namespace fermata::report
