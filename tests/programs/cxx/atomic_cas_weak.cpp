// fermata: holds
// The usual loop around compare_exchange_weak: no update is lost.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> value{1};

void triple() {
  int seen = value.load();
  while (!value.compare_exchange_weak(seen, seen * 3)) {
  }
}

int main() {
  std::thread thread(triple);
  triple();
  thread.join();
  assert(value == 9);
}
