// SPDX-License-Identifier: Apache-2.0
// Data races: two threads come to the same bytes at the same time, one of them writes, and one is not atomic.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/thread_id.h"
#include "reduce/footprint_set.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::engine::explore {

/// In the state that `moves` lead to from `from`, these threads both come to these accesses.
struct Race {
  struct Side {
    ThreadId thread{};
    vm::Access access;
  };
  Side first, second;  ///< ordered by place
  std::vector<vm::Word> from;
  std::vector<verdict::Move> moves;
};

/// What was found by all who look: for each pair of places the race of the lowest threads, objects and offsets, so that
/// it does not matter who found it first.
class RaceLog {
 public:
  using Places = std::pair<std::uint32_t, std::uint32_t>;  ///< ir::PositionIds
  using Rank = std::array<std::uint64_t, 4>;               ///< less is better
  static Rank rank(const Race::Side& first, const Race::Side& second);

  /// A race of this rank would be new, or better; and has not been looked for in vain too often.
  bool wants(const Places& places, const Rank& rank);
  void add(Race race);
  void in_vain(const Places& places);
  std::vector<Race> races() const;

 private:
  struct Entry {
    std::vector<Race> best;  ///< one or none
    std::uint32_t in_vain = 0;
  };
  mutable std::mutex mutex_;
  std::map<Places, Entry> all_;
};

/// Looks at states for one who expands them. A thread that takes many steps in one edge is followed on its way, so that
/// a race in the midst of it is seen, too; where the other one is not in its way.
class RaceWatch {
 public:
  /// `machine` tracks footprints.
  RaceWatch(vm::Machine& machine, std::shared_ptr<RaceLog> log)
      : machine_(machine), log_(std::move(log)), recent_(recents) {}
  RaceWatch(const RaceWatch& other, vm::Machine& machine) : RaceWatch(machine, other.log_) {}

  /// A thread, and what it touches in the state that is looked at, until it lets others move.
  struct Next {
    ThreadId thread{};
    const reduce::FootprintSet* touched = nullptr;
  };
  void look_at(std::span<const vm::Word> state, std::span<const Next> next) {
    for (std::size_t i = 0; i < next.size(); ++i)
      for (std::size_t k = i + 1; k < next.size(); ++k) {
        const Pair pair{next[i].touched, next[k].touched, next[i].thread, next[k].thread};
        if (recent_[pair.hash() % recents] != pair) look_closely(state, pair);
      }
  }

 private:
  static constexpr std::size_t recents = 1 << 12;
  struct Pair {
    const reduce::FootprintSet *a = nullptr, *b = nullptr;
    ThreadId t{}, u{};
    bool operator==(const Pair&) const = default;
    std::size_t hash() const {
      std::uint64_t h = reinterpret_cast<std::uintptr_t>(a) * 31 + reinterpret_cast<std::uintptr_t>(b) +
                        index(t) * 0x9E37'79B9u + index(u);
      h *= 0x9E37'79B9'7F4A'7C15;
      return h >> 40;
    }
  };
  struct Hash {
    std::size_t operator()(const Pair& pair) const { return pair.hash(); }
  };
  void look_closely(std::span<const vm::Word> state, const Pair& pair);
  bool try_pair(std::span<const vm::Word> state, const Pair& pair, const vm::Footprint& a, const vm::Footprint& b);
  bool meet(std::span<const vm::Word> state, const vm::Footprint& a, const vm::Footprint& b,
            std::vector<verdict::Move>& moves);
  bool walk(std::vector<vm::Word>& state, const vm::Footprint& until, std::vector<verdict::Move>& moves);
  bool comes_next(std::span<const vm::Word> state, const vm::Footprint& footprint);

  vm::Machine& machine_;
  std::shared_ptr<RaceLog> log_;
  std::vector<Pair> recent_;             ///< of which nothing is wanted any more
  std::unordered_set<Pair, Hash> done_;  ///< all of these
};

}  // namespace fermata::engine::explore
