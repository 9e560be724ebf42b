// fermata: holds
// fermata-warns: nothing
#include <atomic>
#include <thread>

std::atomic<bool> stop{false};

int main() {
  std::thread worker([] {
    int rounds = 0;
    while (!stop.load(std::memory_order_relaxed)) {
      rounds = (rounds + 1) % 2;
    }
  });
  std::this_thread::yield();
  stop.store(true, std::memory_order_relaxed);
  worker.join();
}
