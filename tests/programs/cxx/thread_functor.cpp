// fermata: holds
// A thread runs a copy of a function object, or the object itself through std::ref.
#include <cassert>
#include <functional>
#include <thread>

struct Accumulate {
  int total = 0;
  void operator()(int amount) { total += amount; }
};

int main() {
  Accumulate mine;
  std::thread on_a_copy(mine, 10);
  std::thread on_mine(std::ref(mine), 1);
  on_a_copy.join();
  on_mine.join();
  assert(mine.total == 1);
}
