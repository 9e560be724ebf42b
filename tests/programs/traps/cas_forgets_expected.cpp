// fermata: violated safety assertion at 16
// A failed compare-exchange overwrites `expected`. Not reset, it lets the second try succeed on a
// lock that is taken.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> lock{0};
int inside = 0;

void enter() {
  int expected = 0;
  while (!lock.compare_exchange_strong(expected, 1)) {
  }
  ++inside;
  assert(inside == 1);  // fails here
  --inside;
  lock = 0;
}

int main() {
  std::thread thread(enter);
  enter();
  thread.join();
}
