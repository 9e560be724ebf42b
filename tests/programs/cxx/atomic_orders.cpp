// fermata: holds
// Release and acquire, relaxed with fences: the message is there when the flag is.
#include <atomic>
#include <cassert>
#include <thread>

int message = 0;
std::atomic<int> ready{0};
int second_message = 0;
std::atomic<int> second_ready{0};

int main() {
  std::thread thread([] {
    message = 5;
    ready.store(1, std::memory_order_release);
    second_message = 6;
    std::atomic_thread_fence(std::memory_order_release);
    second_ready.store(1, std::memory_order_relaxed);
  });
  while (ready.load(std::memory_order_acquire) == 0) {
  }
  assert(message == 5);
  while (second_ready.load(std::memory_order_relaxed) == 0) {
  }
  std::atomic_thread_fence(std::memory_order_acquire);
  assert(second_message == 6);
  thread.join();
}
