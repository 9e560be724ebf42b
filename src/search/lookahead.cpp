// SPDX-License-Identifier: Apache-2.0
// Batches of states: the threads expand one, each with a twin of the space, while the search, alone, goes through what they have
// found in the one before, in the order of the states, and numbers what is new.
//
// Expanding is nearly all of the work: making steps, and numbering the parts of a state (search/tree_table.h), which threads may
// do at the same time since the numbers of parts are nobody's concern. The numbers of states are: they decide which run is found
// first, and are given in order. So states, edges, milestones and runs are the same for any number of threads, and nothing else
// in this room knows that there are threads.
//
// What a twin cannot tell, the search asks the space itself when it gets there; also what found no room.
#include "search/lookahead.h"

#include <algorithm>

namespace fermata::search {

namespace {

constexpr std::uint32_t largest_batch = 1 << 14;
constexpr std::uint32_t taken_at_once = 32;
constexpr std::uint32_t pairs_for_a_state = 16;  // more than that many new ones are rare
constexpr std::size_t soon = 4;                  // so many states before it is needed, memory is fetched
// Long enough that waiting for each other does not matter; short enough that what one twin has learnt is soon known to the others.
constexpr auto short_batch = std::chrono::milliseconds(2), long_batch = std::chrono::milliseconds(6);

}  // namespace

struct alignas(64) Lookahead::Worker {
  Worker(std::unique_ptr<StateSpace> s, TreeTable& table) : space(std::move(s)), expander(*space, table) {}
  std::unique_ptr<StateSpace> space;
  Expander expander;
};

Lookahead::Lookahead(StateSpace& space, TreeTable& table, const Options& options)
    : space_(space), table_(table), options_(options), smallest_batch_(std::clamp(options.from / 8, 1u, 64u)) {}

Lookahead::~Lookahead() {
  rest();
  over_ = true;
  round_.fetch_add(1);
  round_.notify_all();
  threads_.clear();
}

std::uint64_t Lookahead::bytes() const {
  std::uint64_t bytes = 0;
  for (const Batch& b : batches_) {
    bytes += b.states.capacity() * sizeof(Expansion);
    for (const auto& targets : b.found) bytes += targets.capacity() * sizeof(Target);
  }
  return bytes;
}

const Lookahead::Found* Lookahead::look_at(State state, const Stop& stop) {
  if (options_.threads < 2) return nullptr;
  if (!done_->covers(state)) {
    if (!begun_) {
      if (table_.size() < options_.from || table_.size() - index(state) < smallest_batch_) return nullptr;
      begin(*ahead_, state, stop);
      if (options_.threads < 2) return nullptr;
    }
    finish();
    std::swap(done_, ahead_);
    const State next{index(done_->first) + static_cast<std::uint32_t>(done_->states.size())};
    if (table_.size() - index(next) >= smallest_batch_) begin(*ahead_, next, stop);
  }
  if (!done_->covers(state)) return nullptr;
  const std::size_t at = index(state) - index(done_->first);
  if (at + soon < done_->states.size())
    for (const Target& target : done_->states[at + soon].targets())
      if (target.state == leads_beyond) table_.prefetch(target.root);
  const Expansion& expansion = done_->states[at];
  if (!expansion.known) return nullptr;
  found_ = {expansion.targets(), expansion.input};
  return &found_;
}

// Each thread makes its own twin, so that what threads write lies in memory far apart.
bool Lookahead::hire() {
  workers_.resize(options_.threads);
  for (std::size_t worker = 0; worker < workers_.size(); ++worker) {
    auto make = [this, worker] {
      if (auto twin = space_.twin()) workers_[worker] = std::make_unique<Worker>(std::move(twin), table_);
    };
    if (worker == 0) {
      make();
      if (workers_[0]) continue;
      options_.threads = 0;
      return false;
    }
    working_ = 1;
    threads_.emplace_back([this, worker, make] {
      make();
      for (std::uint32_t round = round_.load();;) {
        if (working_.fetch_sub(1) == 1) working_.notify_all();
        round_.wait(round);
        round = round_.load();
        if (over_) return;
        work(worker);
      }
    });
    rest();
  }
  return true;
}

// The threads start to work on the batch.
void Lookahead::begin(Batch& batch, State first, const Stop& stop) {
  if (workers_.empty() && !hire()) return;
  const std::uint32_t count = std::min(table_.size() - index(first), next_size_);
  batch.first = first;
  batch.states.assign(count, {});
  batch.found.resize(workers_.size());
  for (auto& targets : batch.found) targets.clear();
  batch.start = std::chrono::steady_clock::now();
  table_.make_room(pairs_for_a_state * count, stop);
  taken_ = 0;
  working_ = static_cast<std::uint32_t>(threads_.size());
  begun_ = true;
  round_.fetch_add(1);
  round_.notify_all();
}

// Helps, waits, and lets everybody know what each has learnt.
void Lookahead::finish() {
  work(0);
  rest();
  begun_ = false;
  for (const auto& w : workers_) w->space->settle();
  const auto count = static_cast<std::uint32_t>(ahead_->states.size());
  const auto known = static_cast<std::uint32_t>(std::ranges::count(ahead_->states, true, &Expansion::known));
  const auto time = std::chrono::steady_clock::now() - ahead_->start;
  if (time > long_batch || known < count / 2)
    next_size_ = std::max(next_size_ / 2, smallest_batch_);
  else if (time < short_batch && count == next_size_)
    next_size_ = std::min(next_size_ * 2, largest_batch);
}

void Lookahead::rest() {
  for (auto left = working_.load(); left > 0; left = working_.load()) working_.wait(left);
}

// Some states at a time: while the later ones are expanded, memory fetches what is needed to look for the targets of the first.
void Lookahead::work(std::size_t worker) {
  const auto count = static_cast<std::uint32_t>(ahead_->states.size());
  std::vector<Target>& targets = ahead_->found[worker];
  for (auto i = taken_.fetch_add(taken_at_once); i < count; i = taken_.fetch_add(taken_at_once)) {
    const std::size_t first = targets.size();
    for (auto k = i; k < std::min(i + taken_at_once, count); ++k) {
      Expansion& e = ahead_->states[k];
      e.found = &targets;
      e.first = static_cast<std::uint32_t>(targets.size());
      const auto result = workers_[worker]->expander.expand(State{index(ahead_->first) + k}, targets);
      e.count = static_cast<std::uint32_t>(targets.size()) - e.first;
      e.input = result.input;
      // Without edges the state may have ended: the space will say.
      e.known = result.all && result.room && e.count > 0;
    }
    for (Target& t : std::span(targets).subspan(first))
      if (t.state == leads_beyond) t.state = table_.find(t.root).value_or(leads_beyond);
  }
}

}  // namespace fermata::search
