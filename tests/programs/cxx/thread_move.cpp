// fermata: holds
// A thread object changes hands; only the last one is joinable.
#include <cassert>
#include <thread>
#include <utility>

int value = 0;

std::thread start() {
  return std::thread([] { value = 9; });
}

int main() {
  std::thread first = start();
  std::thread second;
  assert(first.joinable() && !second.joinable());
  second = std::move(first);
  assert(!first.joinable() && second.joinable());
  first.swap(second);
  assert(first.joinable() && !second.joinable());
  first.join();
  assert(!first.joinable());
  assert(value == 9);
}
