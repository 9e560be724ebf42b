// fermata: holds
// fermata-clang: -std=c++20
// A spinlock that yields after every thousand attempts: an exchange that finds the flag set changes nothing. The two loops
// share a header.
#include <atomic>
#include <thread>

static std::atomic_flag taken;
static int sum;

static void lock() {
  for (;;) {
    for (unsigned n = 0; n < 1000; ++n)
      if (!taken.test_and_set()) return;
    std::this_thread::yield();
  }
}

static void add() {
  lock();
  ++sum;
  taken.clear();
}

int main() {
  std::thread a(add), b(add);
  add();
  a.join();
  b.join();
  return sum == 3 ? 0 : 1;
}
