// SPDX-License-Identifier: Apache-2.0
// Bounds are raised together: one more round, then twice as many steps. Most of what is found at all needs one round
// and few steps, and a formula is about as large as all smaller ones together, so little is lost by beginning anew each
// time.
//
// First each question is asked without a stem, from any state that the invariants of prepared.h admit. If there is
// nothing from there, there is nothing after any stem: of repaired programs that is mostly so, and the formula is
// small. What was found from there once is found within larger bounds, too, so this is asked in vain only once.
//
//   M. Sheeran, S. Singh, G. Stålmarck, "Checking safety properties using induction and a SAT-solver", FMCAD 2000
#include "engine/bounded/search.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "engine/bounded/prepared.h"

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

template <class Found>
bool set(std::variant<std::monostate, Deadlock, FairLasso>& result, std::optional<Found> found) {
  if (!found) return false;
  result = std::move(*found);
  return true;
}

}  // namespace

Result search(const model::ThreadSystem& system, std::optional<verdict::Fairness> lassos, const Options& options,
              const Stop& stop, const std::function<void(const Looked&)>& tell) {
  using Clock = std::chrono::steady_clock;
  Result result;
  const auto look = [&](Looked looked, const auto& find) {
    const auto begin = Clock::now();
    looked.found = find(looked.size);
    looked.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (tell) tell(looked);
    return looked.found;
  };
  try {
    const Prepared prepared = prepare(system, stop);
    Bounds most = options.most;
    if (!lassos) most.loop = most.stem;
    Raised raised(most);
    const bool deadlocks = look({.what = Looked::For::deadlock, .bounds = {}, .anywhere = true, .size = {}},
                                [&](Size& size) { return may_deadlock(system, prepared, stop, size); });
    bool lassos_anywhere = false;
    do {
      const Bounds bounds = raised.now();
      const Fair fair{lassos.value_or(verdict::Fairness::none), options.rules};
      if (deadlocks && look({.what = Looked::For::deadlock, .bounds = bounds, .size = {}}, [&](Size& size) {
            return set(result.found, find_deadlock(system, prepared, bounds, stop, size));
          }))
        break;
      if (lassos && !lassos_anywhere)
        lassos_anywhere =
            look({.what = Looked::For::lasso, .bounds = bounds, .anywhere = true, .size = {}},
                 [&](Size& size) { return may_have_fair_lasso(system, prepared, fair, bounds, stop, size); });
      if (lassos_anywhere && look({.what = Looked::For::lasso, .bounds = bounds, .size = {}}, [&](Size& size) {
            return set(result.found, find_fair_lasso(system, prepared, fair, bounds, stop, size));
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
