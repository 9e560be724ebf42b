// fermata: holds
// fermata-args: --timeouts never
// fermata-clang: -std=c++20
//
// As semaphore_with_patience.cpp; no time passes, so whoever waits for a while waits until there is a unit.
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

std::counting_semaphore<> units(0);

void hope() {
  using namespace std::chrono;
  assert(units.try_acquire_for(milliseconds(5)));
}

int main() {
  using namespace std::chrono;
  assert(!units.try_acquire());
  assert(!units.try_acquire_for(milliseconds(0)));
  std::thread t(hope);
  units.release(2);
  t.join();
  assert(units.try_acquire_until(steady_clock::now() + seconds(1)));
}
