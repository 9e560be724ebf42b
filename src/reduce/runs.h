// SPDX-License-Identifier: Apache-2.0
// A value for each byte of an object, of which nearly all are like their neighbours: one for each run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

namespace fermata::reduce {

/// Costs what was asked for, not what the object has. Runs are split where an access begins or ends, and never joined.
template <class Value>
class Runs {
 public:
  struct Run {
    std::uint64_t end = 0;
    Value value;
  };

  /// The bytes that were ever asked for are below.
  std::uint64_t end() const { return runs_.empty() ? 0 : std::prev(runs_.end())->second.end; }
  /// By where they begin.
  const std::map<std::uint64_t, Run>& all() const { return runs_; }

  /// Calls visit(begin, value) for the runs that make up [begin, end), ascending. Bytes that were not asked for before
  /// have a value like a new one.
  template <class Visit>
  void each(std::uint64_t begin, std::uint64_t end, Visit visit) {
    split(begin);
    split(end);
    for (auto it = runs_.lower_bound(begin); begin < end; ++it) {
      if (it == runs_.end() || it->first > begin)
        it = runs_.emplace_hint(it, begin, Run{it == runs_.end() ? end : std::min(end, it->first), Value{}});
      visit(begin, it->second.value);
      begin = it->second.end;
    }
  }
  /// The same for runs that there are.
  template <class Visit>
  void each(Visit visit) {
    for (auto& [begin, run] : runs_) visit(begin, run.value);
  }

 private:
  /// From here on a run begins at `at`, if one was around it.
  void split(std::uint64_t at) {
    auto after = runs_.upper_bound(at);
    if (after == runs_.begin()) return;
    auto& [begin, run] = *std::prev(after);
    if (begin == at || run.end <= at) return;
    runs_.emplace_hint(after, at, run);
    run.end = at;
  }

  std::map<std::uint64_t, Run> runs_;
};

}  // namespace fermata::reduce
