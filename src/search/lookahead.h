// SPDX-License-Identifier: Apache-2.0
// Expansion of states ahead of a search, by several threads.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "base/stop.h"
#include "search/expander.h"
#include "search/state_space.h"
#include "store/tree_table.h"

namespace fermata::search {

/// For a search that expands states in the order of their numbers. The results are those that it would compute itself,
/// so it finds the same states with the same numbers for any number of threads.
class Lookahead {
 public:
  struct Options {
    unsigned threads = 1;      ///< fewer than two, or a space without worker copies: no lookahead
    std::uint32_t from = 512;  ///< states; smaller spaces are explored before the threads have started
  };
  Lookahead(StateSpace& space, TreeTable& table, const Options& options);
  ~Lookahead();

  struct Found {
    std::span<const Target> edges;  ///< in order; new states have got their numbers
    bool input = false;
    bool ended = false;  ///< a proper end, without edges
  };
  /// All edges of `state`, which is the next one to be expanded. Null: the caller has to expand it with the space
  /// itself, after `quiesce`. Worker threads may be running when this returns: until `quiesce`, the space must not be
  /// used, and the table must not be resized.
  const Found* expansion_of(State state, const Stop& stop);
  /// Returns when no worker thread is running.
  void quiesce();

  std::uint64_t bytes() const;

 private:
  struct Worker;
  struct Output {                ///< of one worker
    std::vector<State> states;   ///< final or provisional: four bytes each, since another thread reads them
    std::vector<Target> others;  ///< of states with an edge that fails
    std::uint32_t provisional = 0;
    void clear() { states.clear(), others.clear(), provisional = 0; }
  };
  struct Expansion {  ///< of one state
    Output* output = nullptr;
    std::uint32_t first = 0, count = 0;
    bool plain = true;  ///< no edge fails: the targets are in Output::states
    bool input = false, ended = false;
    bool known = false;
    std::span<const State> states() const {
      return plain ? std::span(output->states).subspan(first, count) : std::span<const State>();
    }
    std::span<const Target> others() const {
      return plain ? std::span<const Target>() : std::span(output->others).subspan(first, count);
    }
  };
  struct Batch {
    State first{};
    std::vector<Expansion> states;
    std::vector<Output> found;  ///< by worker
    store::PairTable::Round round = 0;
    std::chrono::steady_clock::time_point start;
    const Stop* stop = nullptr;
    bool covers(State state) const {
      return index(state) >= index(first) && index(state) - index(first) < states.size();
    }
  };

  struct Range {  ///< of states in a batch
    std::uint32_t first = 0, end = 0;
  };
  struct alignas(64) Share {  ///< of a batch; one for each worker, from which others steal
    std::atomic<Range> range;
    Range take(std::uint32_t most, bool owner);
  };

  static bool find_or_reserve(std::span<Target> targets, Expander& expander, Output& output);
  static void record(std::span<const Target> targets, Expansion& expansion, Output& output);
  bool add(State state);
  bool start_workers();
  void begin(Batch& batch, State first, const Stop& stop);
  void finish();
  void wait();
  void work(std::size_t worker);
  void expand(const Range& range, Expander& expander, Output& output);

  StateSpace& space_;
  TreeTable& table_;
  Options options_;
  std::uint32_t smallest_batch_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::jthread> threads_;  ///< for all workers but the first, which is the thread of the search

  std::vector<Share> shares_;  ///< of `ahead_`
  std::array<Batch, 2> batches_;
  Batch* done_ = &batches_[0];   ///< the search reads this one
  Batch* ahead_ = &batches_[1];  ///< the workers expand this one
  bool begun_ = false;           ///< `ahead_` is begun, and not finished
  Found found_;
  std::vector<Target> targets_;  ///< of found_
  std::uint32_t next_size_ = 64;
  std::atomic<std::uint32_t> round_ = 0;    ///< changes when there is a new batch, or the threads have to end
  std::atomic<std::uint32_t> running_ = 0;  ///< threads
  bool ending_ = false;
};

}  // namespace fermata::search
