// fermata: holds
// A ticket lock serves in the order of arrival.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<unsigned> next_ticket{0};
std::atomic<unsigned> now_serving{0};
int count = 0;

void increment() {
  unsigned mine = next_ticket++;
  while (now_serving != mine) {
  }
  ++count;
  ++now_serving;
}

int main() {
  std::thread thread(increment);
  increment();
  thread.join();
  assert(count == 2);
}
