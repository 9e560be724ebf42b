// SPDX-License-Identifier: Apache-2.0
// Busy waiting: whatever the agent does alone, it can come back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "search/state_space.h"

namespace fermata::search {

/// Above 64 states the agent is assumed to make progress.
constexpr std::size_t most_spinning = 64;

/// Is `from` in a bottom component, with an edge, of the graph of the agent's own edges? `each(state, visit)` calls
/// visit(target) for each edge of the agent; it returns false if there is one without a target.
template <class Each>
bool comes_back_alone(std::span<const Word> from, Each each) {
  std::map<std::vector<Word>, std::size_t> number{{{from.begin(), from.end()}, 0}};
  std::vector<const std::vector<Word>*> states{&number.begin()->first};
  std::vector<std::vector<std::size_t>> sources(1);
  for (std::size_t i = 0; i < states.size(); ++i) {
    bool moves = false;
    const bool all = each(std::span<const Word>(*states[i]), [&](std::span<const Word> target) {
      moves = true;
      const auto [at, fresh] = number.try_emplace({target.begin(), target.end()}, states.size());
      if (fresh) states.push_back(&at->first), sources.emplace_back();
      sources[at->second].push_back(i);
    });
    // A state in which the agent is blocked or has ended is progress.
    if (!all || !moves || states.size() > most_spinning) return false;
  }
  std::vector<bool> back(states.size());
  std::vector<std::size_t> todo{0};
  back[0] = true;
  for (std::size_t i = 0; i < todo.size(); ++i)
    for (std::size_t source : sources[todo[i]])
      if (!back[source]) back[source] = true, todo.push_back(source);
  return todo.size() == states.size();
}

}  // namespace fermata::search
