// fermata: holds
// A recursive mutex counts; it is free only after as many unlocks as locks.
#include <cassert>
#include <mutex>
#include <thread>

std::recursive_mutex mutex;
int inside = 0;

void nested(int depth) {
  std::lock_guard<std::recursive_mutex> guard(mutex);
  ++inside;
  if (depth > 0) nested(depth - 1);
  --inside;
}

int main() {
  std::thread thread([] {
    if (mutex.try_lock()) {
      assert(inside == 0);
      mutex.unlock();
    }
  });
  nested(1);
  thread.join();
}
