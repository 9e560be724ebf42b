// fermata: holds
// The twin of cas_forgets_expected.cpp.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> lock{0};
int inside = 0;

void enter() {
  int expected = 0;
  while (!lock.compare_exchange_strong(expected, 1)) {
    expected = 0;
  }
  ++inside;
  assert(inside == 1);
  --inside;
  lock = 0;
}

int main() {
  std::thread thread(enter);
  enter();
  thread.join();
}
