// fermata: violated safety assertion at 14
// Two increments without a lock; in one interleaving, one is lost.
#include <cassert>
#include <thread>

int count = 0;

void increment() { ++count; }

int main() {
  std::thread thread(increment);
  increment();
  thread.join();
  assert(count == 2);  // fails here
}
