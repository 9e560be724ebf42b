// SPDX-License-Identifier: Apache-2.0
// Batches of states: the threads expand one, each with a twin of the space, while the search, alone, goes through what they have
// found in the one before, in the order of the states, and numbers what is new.
//
// Expanding is nearly all of the work: making steps, and numbering the parts of a state (search/tree_table.h), which threads may
// do at the same time since the numbers of parts are nobody's concern. The numbers of states are: they decide which run is found
// first, and are given in order. So states, edges, milestones and runs are the same for any number of threads, and nothing else
// in this room knows that there are threads.
//
// Neighbours lead to the same states, so most of what is new is found several times in one batch. Each thread gives what it finds
// a place (search/unnumbered.h), and the search looks for it in the table when it first meets it there. What two threads find has two
// places: to share them would cost more than to look twice, since each would wait for cache lines that the other one writes.
//
// What a twin cannot tell, the search asks the space itself when it gets there; also what found no room.
#include "search/lookahead.h"

#include <algorithm>
#include <utility>

namespace fermata::search {

namespace {

constexpr std::uint32_t largest_batch = 1 << 14;
constexpr std::uint32_t taken_at_once = 32;
constexpr std::uint32_t pairs_for_a_state = 16;  // more than that many new ones are rare
constexpr std::uint32_t roots_for_a_state = 4;   // likewise
// Codes from the last one down stand for places, of which there are far fewer; with so many states nobody looks ahead any more.
constexpr std::uint32_t last_place = 0xFF00'0000, most_states = 0xFE00'0000;
constexpr std::size_t soon = 4;                  // so many states before it is needed, memory is fetched
// Long enough that waiting for each other does not matter; short enough that what one twin has learnt is soon known to the others.
constexpr auto short_batch = std::chrono::milliseconds(3), long_batch = std::chrono::milliseconds(9);

}  // namespace

struct alignas(64) Lookahead::Worker {
  Worker(std::unique_ptr<StateSpace> s, TreeTable& table) : space(std::move(s)), expander(*space, table) {}
  std::unique_ptr<StateSpace> space;
  Expander expander;
  std::vector<Target> targets;     // of some states
  std::vector<std::uint32_t> ends;  // where those of each end
};

Lookahead::Lookahead(StateSpace& space, TreeTable& table, const Options& options)
    : space_(space), table_(table), options_(options), smallest_batch_(std::clamp(options.from / 8, 1u, 64u)) {}

Lookahead::~Lookahead() {
  taken_ = largest_batch;  // nobody needs the rest
  wait();
  over_ = true;
  round_.fetch_add(1);
  round_.notify_all();
  threads_.clear();
}

std::uint64_t Lookahead::bytes() const {
  std::uint64_t bytes = 0;
  for (const Batch& b : batches_) {
    bytes += b.states.capacity() * sizeof(Expansion);
    for (const Output& o : b.found)
      bytes += o.codes.capacity() * sizeof(Code) + o.others.capacity() * sizeof(Target) + o.fresh.bytes() + o.numbers.capacity() * sizeof(State);
  }
  return bytes;
}

const Lookahead::Found* Lookahead::look_at(State state, const Stop& stop) {
  if (options_.threads < 2 || table_.size() > most_states) return nullptr;
  if (!done_->covers(state)) {
    if (!begun_) {
      if (table_.size() < options_.from || table_.size() - index(state) < smallest_batch_) return nullptr;
      begin(*ahead_, state, stop);
      if (options_.threads < 2) return nullptr;
    }
    finish();
    std::swap(done_, ahead_);
    for (Output& o : done_->found) o.numbers.assign(o.fresh.size(), leads_beyond);
    const State next{index(done_->first) + static_cast<std::uint32_t>(done_->states.size())};
    if (table_.size() - index(next) >= smallest_batch_) begin(*ahead_, next, stop);
  }
  if (!done_->covers(state)) return nullptr;
  const std::size_t at = index(state) - index(done_->first);
  if (at + soon < done_->states.size()) {
    const Expansion& later = done_->states[at + soon];
    for (Code code : later.codes())
      if (code > last_place && later.output->numbers[~code - 1] == leads_beyond) table_.prefetch(later.output->fresh.root(~code));
  }
  const Expansion& expansion = done_->states[at];
  if (!expansion.known) return nullptr;
  found_by_ = expansion.output;
  targets_.assign(expansion.others().begin(), expansion.others().end());
  for (Code code : expansion.codes()) targets_.push_back(target_of(code, *found_by_));
  found_ = {targets_, expansion.input, expansion.ended};
  return &found_;
}

Lookahead::Code Lookahead::code_of(const Target& target) { return target.place ? ~target.place : index(target.state); }

Target Lookahead::target_of(Code code, const Output& output) {
  if (code < last_place) return {State{code}, {}};
  return {leads_beyond, output.fresh.root(~code), ~code};
}

void Lookahead::write_down(std::span<const Target> targets, Expansion& expansion, Output& output) {
  expansion.output = &output;
  expansion.count = static_cast<std::uint32_t>(targets.size());
  expansion.coded = std::ranges::all_of(targets, [](const Target& t) { return is_state(t.state) || t.place; });
  if (expansion.coded) {
    expansion.first = static_cast<std::uint32_t>(output.codes.size());
    for (const Target& t : targets) output.codes.push_back(code_of(t));
  } else {
    expansion.first = static_cast<std::uint32_t>(output.others.size());
    output.others.insert(output.others.end(), targets.begin(), targets.end());
  }
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
    wait();
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
  batch.found[0].clear();
  batch.start = std::chrono::steady_clock::now();
  batch.stop = &stop;
  table_.make_room_for_roots(roots_for_a_state * count, stop);
  room_ = wanted;
  taken_ = 0;
  working_ = static_cast<std::uint32_t>(threads_.size());
  begun_ = true;
  round_.fetch_add(1);
  round_.notify_all();
}

// Helps, waits, and lets everybody know what each has learnt.
void Lookahead::finish() {
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

// What is begun must be done anyway.
void Lookahead::rest() {
  if (begun_) work(0);
  wait();
}

void Lookahead::wait() {
  for (auto left = working_.load(); left > 0; left = working_.load()) working_.wait(left);
}

// Whoever comes first makes the table of parts larger, if that is needed. The search does not use it, and goes on meanwhile.
void Lookahead::make_room() {
  std::uint32_t expected = wanted;
  if (room_.compare_exchange_strong(expected, being_made)) {
    table_.make_room_for_parts(pairs_for_a_state * static_cast<std::uint32_t>(ahead_->states.size()), *ahead_->stop);
    room_ = made;
    room_.notify_all();
  }
  room_.wait(being_made);
}

// Some states at a time: while the later ones are expanded, memory fetches what is needed to look for the targets of the first.
void Lookahead::work(std::size_t worker) {
  const auto count = static_cast<std::uint32_t>(ahead_->states.size());
  auto& [space, expander, targets, ends] = *workers_[worker];
  Output& output = ahead_->found[worker];
  if (worker != 0) output.clear();  // the first may come here several times
  make_room();
  for (auto i = taken_.fetch_add(taken_at_once); i < count; i = taken_.fetch_add(taken_at_once)) {
    const std::span expansions = std::span(ahead_->states).subspan(i, std::min(taken_at_once, count - i));
    targets.clear();
    ends.clear();
    for (Expansion& e : expansions) {
      const auto result = expander.expand(State{index(ahead_->first) + i + static_cast<std::uint32_t>(ends.size())}, targets, [&](Target& t) {
        t.place = output.fresh.find(t.root);
        if (!t.place) table_.prefetch(t.root);
      });
      ends.push_back(static_cast<std::uint32_t>(targets.size()));
      e.input = result.input;
      e.ended = result.ended;
      e.known = result.all && result.room;
    }
    for (Target& t : targets) {
      if (t.state != leads_beyond || t.place) continue;
      t.state = table_.find(t.root).value_or(leads_beyond);
      if (t.state == leads_beyond) t.place = output.fresh.find_or_add(t.root);
    }
    for (std::uint32_t k = 0, first = 0; k < expansions.size(); first = ends[k++])
      write_down(std::span(targets).subspan(first, ends[k] - first), expansions[k], output);
  }
}

}  // namespace fermata::search
