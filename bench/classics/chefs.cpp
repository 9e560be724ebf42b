// SPDX-License-Identifier: Apache-2.0
// N chefs share a knife, a pan and an oven. Each dish needs two of the three, in the order of its recipe.
// -DREPAIRED: the kitchen hands both out in one order.
#include <algorithm>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 3
#endif

enum Tool { knife, pan, oven, tools };

class Kitchen {
 public:
  void cook(Tool first, Tool second) {
#ifdef REPAIRED
    if (second < first) std::swap(first, second);
#endif
    std::unique_lock one(mutex_[first]);
    std::unique_lock two(mutex_[second]);
    ++used_[first];
    ++used_[second];
  }

 private:
  std::mutex mutex_[tools];
  int used_[tools] = {};
};

int main() {
  auto kitchen = std::make_unique<Kitchen>();
  std::vector<std::thread> chefs;
  for (int i = 0; i < N; ++i)
    chefs.emplace_back([&kitchen, i] { kitchen->cook(Tool(i % tools), Tool((i + 1) % tools)); });
  for (std::thread& c : chefs) c.join();
}
