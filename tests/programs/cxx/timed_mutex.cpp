// fermata: holds
// std::timed_mutex used as an ordinary one.
#include <cassert>
#include <mutex>
#include <thread>

std::timed_mutex mutex;
int count = 0;

void increment() {
  std::lock_guard<std::timed_mutex> guard(mutex);
  ++count;
}

int main() {
  std::thread thread(increment);
  increment();
  thread.join();
  assert(count == 2);
  bool locked = mutex.try_lock();
  assert(locked);
  mutex.unlock();
}
