// fermata: violated safety assertion at 14
// fermata-clang: -std=c++20
//
// Who waits for a while may get no unit; who waits for no time at all does not wait.
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

std::counting_semaphore<> units(0);

void hope() {
  using namespace std::chrono;
  assert(units.try_acquire_for(milliseconds(5)));  // fails here
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
