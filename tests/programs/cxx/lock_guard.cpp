// fermata: holds
// lock_guard unlocks on every way out, and can adopt what is locked already.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int count = 0;

int early_return(bool leave) {
  std::lock_guard<std::mutex> guard(mutex);
  if (leave) return count;
  return ++count;
}

void adopt() {
  mutex.lock();
  std::lock_guard<std::mutex> guard(mutex, std::adopt_lock);
  ++count;
}

int main() {
  std::thread thread([] {
    early_return(true);
    early_return(false);
  });
  adopt();
  thread.join();
  assert(early_return(true) == 2);
}
