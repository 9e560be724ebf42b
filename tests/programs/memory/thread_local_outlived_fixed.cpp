// fermata: holds
// fermata-clang: -std=c++20
#include <atomic>
#include <thread>

thread_local int counter = 3;
std::atomic<int*> last{nullptr};
std::atomic<bool> used{false};

int main() {
  std::thread worker([] {
    last = &counter;
    used.wait(false);
  });
  while (!last) {
  }
  ++*last;
  used = true;
  used.notify_one();
  worker.join();
}
