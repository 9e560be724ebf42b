// fermata: holds
// The twin of assertion_lost_update.cpp: with a lock.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int count = 0;

void increment() {
  std::lock_guard<std::mutex> guard(mutex);
  ++count;
}

int main() {
  std::thread thread(increment);
  increment();
  thread.join();
  assert(count == 2);
}
