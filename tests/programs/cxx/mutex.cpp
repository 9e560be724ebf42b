// fermata: holds
// std::mutex with its bare functions.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int count = 0;

void increment() {
  mutex.lock();
  int seen = count;
  count = seen + 1;
  mutex.unlock();
}

int main() {
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  assert(count == 2);
  bool locked = mutex.try_lock();
  assert(locked);
  mutex.unlock();
}
