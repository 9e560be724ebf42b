// fermata: holds
// A waiter is woken, finds that it was not meant, sleeps again, and is woken again.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
int count = 0;

int main() {
  std::thread waiter([] {
    std::unique_lock<std::mutex> lock(mutex);
    while (count < 2) changed.wait(lock);
  });
  for (int i = 0; i < 2; ++i) {
    std::lock_guard<std::mutex> guard(mutex);
    ++count;
    changed.notify_one();
  }
  waiter.join();
}
