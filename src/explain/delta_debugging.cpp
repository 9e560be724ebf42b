// SPDX-License-Identifier: Apache-2.0
// Delta debugging.
//
//   A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002
//
// Where we differ: the machine can be set to any state, so a changed run is followed only from the first change on; and
// a piece consists of moves of one thread, since an exploration in transactions lets a thread go as far as it can, also
// past what matters.
#include "explain/delta_debugging.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace fermata::explain {

namespace {

/// A run that comes back to a state might as well not have left it.
void leave_out_cycles(Course& course) {
  std::map<State, std::size_t> last;
  for (std::size_t i = 0; i < course.states.size(); ++i) last[course.states[i]] = i;
  Course rest;
  for (std::size_t i = 0; i < course.states.size(); ++i) {
    i = last[course.states[i]];
    rest.states.push_back(std::move(course.states[i]));
    if (i < course.moves.size()) rest.moves.push_back(std::move(course.moves[i]));
  }
  course = std::move(rest);
}

}  // namespace

void delta_debug(Follower& follower, Course& course, const SameEnd& same_end) {
  leave_out_cycles(course);
  for (bool again = true; again && !follower.exhausted();) {
    again = false;
    std::map<ThreadId, std::size_t> threads;
    for (const verdict::Move& m : course.moves) ++threads[m.thread];
    for (auto [thread, count] : threads)
      for (std::size_t piece = count; piece > 0; piece /= 2)
        for (std::size_t last = count; last > 0 && !follower.exhausted();) {
          const std::size_t first = last > piece ? last - piece : 0;
          if (leave_out(follower, course, thread, first, last, same_end)) {
            count -= last - first;
            again = true;
          }
          last = first;
        }
  }
}

bool leave_out(Follower& follower, Course& course, ThreadId thread, std::size_t first, std::size_t last,
               const SameEnd& same_end) {
  Moves rest;
  std::size_t begin = course.moves.size(), k = 0;
  for (std::size_t i = 0; i < course.moves.size(); ++i) {
    const bool out = course.moves[i].thread == thread && k >= first && k < last;
    k += course.moves[i].thread == thread;
    if (out)
      begin = std::min(begin, i);
    else if (i >= begin)
      rest.push_back(course.moves[i]);
  }
  std::vector<State> states;
  State state = course.states[begin];
  for (const verdict::Move& move : rest) {
    if (!follower.take(state, move)) return false;
    states.push_back(state);
  }
  if (!same_end(state)) return false;
  course.moves.resize(begin);
  course.moves.insert(course.moves.end(), rest.begin(), rest.end());
  course.states.resize(begin + 1);
  std::ranges::move(states, std::back_inserter(course.states));
  return true;
}

}  // namespace fermata::explain
