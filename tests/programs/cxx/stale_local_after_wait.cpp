// fermata: violated hang stuck-loop
// The loop goes on with the size that it read before it gave the lock away.
#include <mutex>
#include <thread>
#include <vector>

std::mutex mutex;
std::vector<int> items{1};

int main() {
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(mutex);
    items.clear();
  });
  std::unique_lock<std::mutex> lock(mutex);
  std::size_t left = items.size();
  while (left > 0) {
    lock.unlock();
    std::this_thread::yield();
    lock.lock();
  }
  lock.unlock();
  thread.join();
}
