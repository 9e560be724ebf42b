// fermata: holds
// The twin of stale_local_after_wait.cpp: the size is read again each time.
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
  while (!items.empty()) {
    lock.unlock();
    std::this_thread::yield();
    lock.lock();
  }
  lock.unlock();
  thread.join();
}
