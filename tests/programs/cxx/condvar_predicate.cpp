// fermata: holds
// wait with a predicate: looks first, sleeps if need be, looks again.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
int stage = 0;

int main() {
  std::thread thread([] {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return stage == 1; });
    stage = 2;
    changed.notify_one();
  });
  std::unique_lock<std::mutex> lock(mutex);
  stage = 1;
  changed.notify_one();
  changed.wait(lock, [] { return stage == 2; });
  assert(lock.owns_lock());
  lock.unlock();
  thread.join();
}
