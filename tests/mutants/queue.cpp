// Seeds of mutants: C++, a condition variable, a lambda, an exception, the heap.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

struct Queue {
  std::mutex lock;
  std::condition_variable filled;
  int items[2] = {};
  int count = 0;
};

int main() {
  auto queue = std::make_unique<Queue>();
  std::thread consumer([&] {
    std::unique_lock guard(queue->lock);
    queue->filled.wait(guard);  // stuck here: the signal may have come before
    try {
      if (queue->count == 2) throw std::runtime_error("full");
      --queue->count;
    } catch (const std::runtime_error&) {
      queue->count = 0;
    }
  });
  {
    std::scoped_lock guard(queue->lock);
    queue->items[queue->count++] = 1;
  }
  queue->filled.notify_one();
  consumer.join();
}
