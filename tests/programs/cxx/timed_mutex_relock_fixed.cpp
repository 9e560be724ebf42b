// fermata: holds
// The twin of timed_mutex_relock.cpp with a recursive timed mutex.
#include <mutex>
#include <thread>

std::recursive_timed_mutex mutex;
int count = 0;

void twice() {
  std::lock_guard<std::recursive_timed_mutex> outer(mutex);
  std::lock_guard<std::recursive_timed_mutex> inner(mutex);
  ++count;
}

int main() {
  std::thread thread(twice);
  twice();
  thread.join();
}
