// fermata: holds
// condition_variable_any waits with any lock, here the shared side of a shared mutex.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
std::condition_variable_any changed;
int value = 0;

int main() {
  std::thread reader([] {
    std::shared_lock<std::shared_mutex> lock(mutex);
    changed.wait(lock, [] { return value != 0; });
    assert(value == 8);
  });
  {
    std::unique_lock<std::shared_mutex> lock(mutex);
    value = 8;
  }
  changed.notify_all();
  reader.join();
}
