// SPDX-License-Identifier: Apache-2.0
#include "portfolio/engines.h"

#include <chrono>

#include "portfolio/ask_bounded.h"
#include "portfolio/ask_prove.h"

namespace fermata::portfolio {

namespace {

verdict::Claims ask_explore(const Task& task) {
  std::function<void(const engine::explore::Progress&)> tell;
  if (task.progress)
    tell = [&, start = std::chrono::steady_clock::now()](const engine::explore::Progress& p) {
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      task.progress({p.states, p.transitions, p.frontier, seconds});
    };
  return engine::explore::explore(task.machine, task.question, task.options.explore, task.accept, task.stop, tell);
}

constexpr Engine table[] = {
    {"explore", "every schedule of a program with finitely many states", [](verdict::Property) { return true; },
     ask_explore},
    {"bounded", "deadlocks and fair lassos with few context switches",
     [](verdict::Property property) { return property != verdict::Property::safety; }, ask_bounded,
     Engine::Asked::beside},
    {"prove", "that every fair run ends, also with inputs and counters of any size",
     [](verdict::Property property) { return property != verdict::Property::safety; }, ask_prove},
};

}  // namespace

std::span<const Engine> engines() { return table; }

}  // namespace fermata::portfolio
