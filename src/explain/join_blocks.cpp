// SPDX-License-Identifier: Apache-2.0
// Joining blocks: exchanging neighbouring blocks of different threads.
//
//   N. Jalbert, K. Sen, "A trace simplification technique for effective debugging of concurrent programs", FSE 2010
//
// Where we differ: the state after an exchange is compared exactly, so no rule about what commutes is needed.
//
// Not here: the fewest switches there are. That is NP-hard (Jalbert and Sen); each exchange only makes it better.
#include "explain/join_blocks.h"

#include <algorithm>
#include <span>

namespace fermata::explain {

namespace {

/// Moves [begin, end) are of one thread.
struct Block {
  ThreadId thread{};
  std::size_t begin = 0, end = 0;
};

std::vector<Block> blocks_of(const Moves& moves) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (blocks.empty() || blocks.back().thread != moves[i].thread) blocks.push_back({moves[i].thread, i, i});
    ++blocks.back().end;
  }
  return blocks;
}

std::size_t switches(std::span<const verdict::Move> moves) {
  std::size_t n = 0;
  for (std::size_t i = 1; i < moves.size(); ++i) n += moves[i].thread != moves[i - 1].thread;
  return n;
}

/// X is [begin, middle), M is [middle, later), cut into M' and M'' at `cut`, Y is [later, until).
struct Exchange {
  std::size_t begin, middle, cut, later, until;
};

bool exchange(Follower& follower, Course& course, const Exchange& x) {
  auto& moves = course.moves;
  auto at = [&](std::size_t i) { return moves.begin() + static_cast<std::ptrdiff_t>(i); };
  const std::size_t before = x.begin ? x.begin - 1 : 0, after = std::min(x.until + 1, moves.size());
  Moves fresh(at(before), at(x.begin));
  fresh.insert(fresh.end(), at(x.middle), at(x.cut));
  fresh.insert(fresh.end(), at(x.begin), at(x.middle));
  fresh.insert(fresh.end(), at(x.later), at(x.until));
  fresh.insert(fresh.end(), at(x.cut), at(x.later));
  fresh.insert(fresh.end(), at(x.until), at(after));
  if (switches(fresh) >= switches({at(before), at(after)})) return false;

  std::vector<State> states;
  State state = course.states[x.begin];
  for (std::size_t i = x.begin; i < x.until; ++i) {
    if (!follower.take(state, fresh[i - before])) return false;
    states.push_back(state);
  }
  if (x.until > x.begin && state != course.states[x.until]) return false;
  std::ranges::copy(fresh, at(before));
  std::ranges::move(states, course.states.begin() + static_cast<std::ptrdiff_t>(x.begin) + 1);
  return true;
}

// X M Y, where X and Y are blocks of one thread and M of others, becomes M' X Y M'' with M' M'' = M.
bool join_two(Follower& follower, Course& course, std::size_t end) {
  const auto blocks = blocks_of(course.moves);
  for (std::size_t x = 0; x < blocks.size(); ++x) {
    std::size_t y = x + 1;
    while (y < blocks.size() && blocks[y].thread != blocks[x].thread) ++y;
    if (y == blocks.size()) continue;
    const std::size_t middle = blocks[x].end, later = blocks[y].begin;
    // First all of M to one side, then parts of it: pieces of blocks only pay if both sides join with a neighbour.
    std::vector<std::size_t> cuts{middle, later};
    for (std::size_t cut = later; cut-- > middle + 1;) cuts.push_back(cut);
    for (std::size_t cut : cuts)
      if (exchange(follower, course, {blocks[x].begin, middle, cut, later, std::min(blocks[y].end, end)})) return true;
  }
  return false;
}

}  // namespace

void join_blocks(Follower& follower, Course& course, std::size_t end) {
  while (!follower.exhausted() && join_two(follower, course, end)) {
  }
}

}  // namespace fermata::explain
