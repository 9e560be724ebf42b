// fermata: violated safety undefined-behaviour at 13
// fermata-clang: -std=c++2b
// The compiler is told what another thread makes untrue.
#include <atomic>
#include <thread>

static std::atomic<int> pending{0};

int main() {
  std::thread producer([] { pending = 1; });
  int seen = pending;
  int twice = 2 * seen;
  __builtin_assume(twice == 0);  // fails here
  producer.join();
}
