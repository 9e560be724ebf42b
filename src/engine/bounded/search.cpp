// SPDX-License-Identifier: Apache-2.0
// Bounds are raised together: one more round, then twice as many steps. Most of what is found at all needs one round
// and few steps, and a formula is about as large as all smaller ones together, so little is lost by beginning anew each
// time.
#include "engine/bounded/search.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/bounded/settled_start.h"

namespace fermata::engine::bounded {

namespace {

/// So many rounds of each kind, so many steps: 1 of 4, 1 of 8, 2 of 8, 2 of 16, 3 of 16, ...
class Raised {
 public:
  explicit Raised(const Bounds& most) : most_(most), steps_(std::min(4u, most.steps)) {}

  Bounds now() const { return {std::min(rounds_, most_.stem), std::min(rounds_, most_.loop), steps_}; }
  /// False: these were the last.
  bool further() {
    if (now() == most_) return false;
    const bool more_rounds = rounds_ < std::max(most_.stem, most_.loop);
    if (steps_ < most_.steps && (steps_ <= 4u << (rounds_ - 1) || !more_rounds))
      steps_ = std::min(2 * steps_, most_.steps);
    else
      ++rounds_;
    return true;
  }

 private:
  Bounds most_;
  unsigned rounds_ = 1, steps_;
};

}  // namespace

Result search(const model::ThreadSystem& system, std::optional<verdict::Fairness> lassos, const Options& options,
              const Stop& stop, const std::function<void(const Looked&)>& tell) {
  using Clock = std::chrono::steady_clock;
  Result result;
  const auto look = [&](Looked::For what, const Bounds& bounds, const auto& find) {
    const auto begin = Clock::now();
    Looked looked{.what = what, .bounds = bounds, .size = {}};
    if (auto found = find(looked.size)) {
      looked.found = true;
      result.found = std::move(*found);
    }
    looked.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (tell) tell(looked);
    return looked.found;
  };
  try {
    const SettledStart start = settled_start(system, stop);
    Bounds most = options.most;
    if (!lassos) most.loop = most.stem;
    Raised raised(most);
    do {
      const Bounds bounds = raised.now();
      if (look(Looked::For::deadlock, bounds,
               [&](Size& size) { return find_deadlock(system, start, bounds, stop, size); }))
        break;
      if (lassos && look(Looked::For::lasso, bounds, [&](Size& size) {
            return find_fair_lasso(system, start, {*lassos, options.rules}, bounds, stop, size);
          }))
        break;
      result.excluded = bounds;
    } while (raised.further());
  } catch (const LimitReached& limit) {
    result.stopped = limit.what();
  }
  return result;
}

}  // namespace fermata::engine::bounded
