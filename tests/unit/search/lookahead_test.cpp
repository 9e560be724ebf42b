// SPDX-License-Identifier: Apache-2.0
// The exploration must be the same for any number of threads.
#include "search/lookahead.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "search/exploration.h"

namespace fermata::search {
namespace {

std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 31;
  x *= 0x9E37'79B9'7F4A'7C15;
  return x ^ x >> 29;
}

/// A state is twelve numbers; an edge changes one or two of them. Some edges fail, some states end, some cannot compute
/// all edges. States fall into 16 classes; a worker copy cannot expand a state before the space itself has expanded one
/// of its class.
class Numbers final : public StateSpace {
 public:
  Numbers(std::uint64_t seed, std::uint32_t most, bool refuses) : seed_(seed), most_(most), refuses_(refuses) {}

  std::vector<Word> initial() override { return std::vector<Word>(12, 0); }

  bool expand(std::span<const Word> state, Visitor& visitor) override {
    const std::uint64_t h = code_of(state);
    if (is_worker_copy_ && !known_->contains(h % 16)) return false;
    if (!is_worker_copy_) known_->insert(h % 16);
    if (h % 97 == 5) return true;
    std::vector<Word> target;
    std::uint32_t outcome = 0;
    for (std::uint32_t agent = 0; agent < 4; ++agent) {
      const std::uint64_t way = mixed(h + agent);
      if (way % 5 == 0) continue;
      Edge edge{.agent = agent, .outcome = outcome++, .input = way % 1001 == 0};
      if (way % 701 == 0) {
        edge.fails = true;
        if (!visitor.edge(edge, {})) return true;
        continue;
      }
      target.assign(state.begin(), state.end());
      std::vector<std::uint32_t> changed{3 * agent};
      if (way % 3 == 0) changed.push_back(3 * agent + 2);
      for (std::uint32_t i : changed) target[i] = static_cast<Word>(mixed(way + i) % most_);
      if (way % 7 != 0) edge.changed = changed;
      if (!visitor.edge(edge, target)) return true;
    }
    return !refuses_ || h % 211 != 7;
  }
  void facts(std::span<const Word> state, Facts& facts) override { facts.ended = code_of(state) % 2 == 0; }

  std::unique_ptr<StateSpace> worker_copy() override {
    auto worker_copy = std::make_unique<Numbers>(*this);
    worker_copy->is_worker_copy_ = true;
    return worker_copy;
  }

 private:
  std::uint64_t code_of(std::span<const Word> state) const {
    std::uint64_t h = seed_;
    for (Word w : state) h = mixed(h + w);
    return h;
  }

  std::uint64_t seed_;
  std::uint32_t most_;
  bool refuses_;
  bool is_worker_copy_ = false;
  std::shared_ptr<std::set<std::uint64_t>> known_ = std::make_shared<std::set<std::uint64_t>>();
};

/// All results of an exploration.
struct Seen {
  std::vector<std::pair<std::size_t, std::uint64_t>> pauses;  ///< which, and a number that belongs to it
  std::vector<std::vector<Word>> states;
  std::vector<std::vector<State>> edges;
  std::vector<std::vector<Move>> paths;
  std::uint64_t transitions = 0;
  bool input = false;
  bool operator==(const Seen&) const = default;
};

Seen see(std::uint64_t seed, std::uint32_t most, bool refuses, unsigned threads) {
  Numbers space(seed, most, refuses);
  Exploration exploration(space, {.next_milestone = 100, .ahead = {.threads = threads, .from = 16}});
  Seen seen;
  for (bool more = true; more;) {
    const Pause pause = exploration.advance(Stop());
    std::uint64_t number = exploration.states() * std::uint64_t{1'000'000} + exploration.expanded();
    if (const auto* f = std::get_if<Failure>(&pause)) number = number * 10 + f->move.outcome;
    seen.pauses.emplace_back(pause.index(), number);
    more = exploration.expanded() < exploration.states();
  }
  for (std::uint32_t s = 0; s < exploration.states(); ++s) {
    exploration.words(State{s}, seen.states.emplace_back());
    seen.edges.emplace_back();
    for (State target : exploration.edges()[State{s}]) seen.edges.back().push_back(target);
    if (s % 501 == 500) seen.paths.push_back(exploration.path_to(State{s}));
  }
  seen.transitions = exploration.transitions();
  seen.input = exploration.saw_input();
  return seen;
}

void compare(std::uint64_t seed, bool refuses) {
  const std::uint32_t most = 2 + seed % 3;
  const Seen one = see(seed, most, refuses, 1);
  for (unsigned threads : {2u, 3u, 5u}) {
    const Seen several = see(seed, most, refuses, threads);
    ASSERT_EQ(several.states.size(), one.states.size()) << seed;
    ASSERT_TRUE(several == one) << "seed " << seed << ", " << threads << " threads";
  }
}

// Up to 6,000 states.
TEST(Lookahead, does_not_change_what_an_exploration_sees) {
  for (std::uint64_t seed : {0u, 1u, 3u, 4u, 6u, 7u})
    for (bool refuses : {false, true}) compare(seed, refuses);
}

// 57,000 states each, which take ThreadSanitizer most of a minute.
TEST(LookaheadInLargeSpaces, does_not_change_what_an_exploration_sees) {
  for (std::uint64_t seed : {2u, 5u, 8u})
    for (bool refuses : {false, true}) compare(seed, refuses);
}

TEST(Lookahead, is_tried_on_spaces_that_are_large_enough) {
  std::size_t large = 0;
  for (std::uint64_t seed = 0; seed < 9; ++seed) large += see(seed, 2 + seed % 3, false, 1).states.size() > 2000;
  EXPECT_GT(large, 3u);
}

TEST(Lookahead, stops_at_a_limit) {
  Numbers space(3, 4, false);
  Exploration exploration(space, {.next_milestone = 1 << 30, .ahead = {.threads = 3, .from = 16}});
  Stop stop;
  stop.request();
  EXPECT_TRUE(std::holds_alternative<Stopped>(exploration.advance(stop)));
  while (exploration.states() < 500) exploration.advance(Stop());
  EXPECT_TRUE(std::holds_alternative<Stopped>(exploration.advance(stop)));
}

}  // namespace
}  // namespace fermata::search
