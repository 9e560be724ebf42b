// fermata: holds
// Of two threads that set the same result, one succeeds and the other is told.
#include <atomic>
#include <cassert>
#include <future>
#include <thread>

std::promise<int> promise;
std::atomic<int> refused{0};

void set(int value) {
  try {
    promise.set_value(value);
  } catch (const std::future_error&) {
    ++refused;
  }
}

int main() {
  std::future<int> result = promise.get_future();
  std::thread one(set, 1);
  std::thread two(set, 2);
  const int value = result.get();
  assert(value == 1 || value == 2);
  one.join();
  two.join();
  assert(refused == 1);
}
