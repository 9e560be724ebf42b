// SPDX-License-Identifier: Apache-2.0
// States that are expanded before it is their turn, by several threads.
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

/// For a search that expands states in the order of their numbers. What it is told here is what it would have found
/// itself, so that it goes the same way for any number of threads.
class Lookahead {
 public:
  struct Options {
    unsigned threads = 1;  ///< with fewer than two there is nothing to be seen, nor if the space has no worker copies
    std::uint32_t from = 512;  ///< states; smaller spaces are done before the threads have started
  };
  Lookahead(StateSpace& space, TreeTable& table, const Options& options);
  ~Lookahead();

  struct Found {
    std::span<const Target> edges;  ///< in order; those that were not among the states are now
    bool input = false;
    bool ended = false;  ///< there are none, and that is fine
  };
  /// All edges of `state`, which is the next one to be expanded; or null if it was not looked at, or is better asked
  /// again. After this the other threads may be at work: until `rest`, the space is not to be asked, and the table not
  /// to grow.
  const Found* look_at(State state, const Stop& stop);
  /// Until the other threads stand still.
  void rest();

  std::uint64_t bytes() const;

 private:
  struct Worker;
  struct Output {                ///< of one worker
    std::vector<State> states;   ///< or promises: little, since one thread writes and another one reads
    std::vector<Target> others;  ///< of states that lead to something else: to a failure
    std::uint32_t promises = 0;
    void clear() { states.clear(), others.clear(), promises = 0; }
  };
  struct Expansion {  ///< of one state
    Output* output = nullptr;
    std::uint32_t first = 0, count = 0;
    bool plain = true;  ///< its targets are among the states
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
  struct alignas(64) Part {  ///< of a batch; one for each worker
    std::atomic<Range> range;
    Range take(std::uint32_t some, bool mine);
  };

  static bool promise(std::span<Target> targets, Expander& expander, Output& output);
  static void write_down(std::span<const Target> targets, Expansion& expansion, Output& output);
  bool add(State state);
  bool hire();
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
  std::vector<std::jthread> threads_;  ///< for all workers but the first, which is whoever asks

  std::vector<Part> parts_;  ///< of `ahead_`
  std::array<Batch, 2> batches_;
  Batch* done_ = &batches_[0];   ///< the search goes through this one
  Batch* ahead_ = &batches_[1];  ///< and the workers through this one, if they do
  bool begun_ = false;           ///< `ahead_` is, and not finished
  Found found_;
  std::vector<Target> targets_;  ///< of found_
  std::uint32_t next_size_ = 64;
  std::atomic<std::uint32_t> round_ = 0;    ///< a new number: there is a batch, or it is time to end
  std::atomic<std::uint32_t> working_ = 0;  ///< threads
  bool over_ = false;
};

}  // namespace fermata::search
