// fermata: holds
// A ring of 2,000 slots: an object is given to another thread through one in the middle, and freed there.
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct Queue {
  std::mutex mutex;
  std::condition_variable filled;
  std::unique_ptr<int> slots[2000];
  int used = 1000;
};

int main() {
  auto queue = std::make_unique<Queue>();
  std::thread consumer([&] {
    std::unique_lock lock(queue->mutex);
    queue->filled.wait(lock, [&] { return queue->used > 1000; });
    const auto taken = std::move(queue->slots[--queue->used]);
    assert(*taken == 7);
  });
  auto made = std::make_unique<int>(7);
  {
    const std::lock_guard lock(queue->mutex);
    queue->slots[queue->used++] = std::move(made);
  }
  queue->filled.notify_one();
  consumer.join();
  assert(!queue->slots[1000]);
}
