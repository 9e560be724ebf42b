// fermata: violated hang never-released at 18
// release() is not unlock(): the lock forgets the mutex, and the mutex stays locked.
#include <mutex>
#include <thread>

std::mutex mutex;
int value = 0;

void set(int new_value) {
  std::unique_lock<std::mutex> lock(mutex);
  value = new_value;
  lock.release();
}

int main() {
  std::thread thread(set, 1);
  thread.join();
  std::lock_guard<std::mutex> guard(mutex);  // stuck here
  value = 0;
}
