// fermata: violated safety use-after-return at 14
// fermata-clang: -std=c++20
// A thread-local variable goes with its thread.
#include <atomic>
#include <thread>

thread_local int counter = 3;
std::atomic<int*> last{nullptr};

int main() {
  std::thread worker([] { last = &counter; });
  while (!last) {
  }
  ++*last;  // fails here
  worker.join();
}
