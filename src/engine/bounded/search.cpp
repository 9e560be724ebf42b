// SPDX-License-Identifier: Apache-2.0
// Bounds are raised together: one more round, then twice as many steps. Most of what is found at all needs one round
// and few steps, and a formula is about as large as all smaller ones together, so little is lost by beginning anew each
// time.
#include "engine/bounded/search.h"

#include <algorithm>
#include <utility>

#include "engine/bounded/settled_start.h"

namespace fermata::engine::bounded {

namespace {

Bounds first(const Options& options) {
  return {.rounds = std::min(1u, options.most.rounds), .steps = std::min(4u, options.most.steps)};
}

/// 1 round of 4 steps, 1 of 8, 2 of 8, 2 of 16, 3 of 16, ...
std::optional<Bounds> after(Bounds now, const Options& options) {
  if (now == options.most) return std::nullopt;
  const bool more_steps = now.steps < options.most.steps && now.steps <= 4u << (now.rounds - 1);
  if (more_steps || now.rounds == options.most.rounds)
    return Bounds{now.rounds, std::min(2 * now.steps, options.most.steps)};
  return Bounds{now.rounds + 1, now.steps};
}

}  // namespace

Result search(const model::ThreadSystem& system, std::optional<verdict::Fairness> lassos, const Options& options,
              const Stop& stop) {
  Result result;
  try {
    const SettledStart start = settled_start(system, stop);
    for (auto bounds = std::optional(first(options)); bounds; bounds = after(*bounds, options)) {
      if (auto deadlock = find_deadlock(system, start, *bounds, stop, result.largest)) {
        result.found = std::move(*deadlock);
        break;
      }
      if (lassos)
        if (auto lasso = find_fair_lasso(system, start, *lassos, *bounds, stop, result.largest)) {
          result.found = std::move(*lasso);
          break;
        }
      result.excluded = *bounds;
    }
  } catch (const LimitReached& limit) {
    result.stopped = limit.what();
  }
  return result;
}

}  // namespace fermata::engine::bounded
