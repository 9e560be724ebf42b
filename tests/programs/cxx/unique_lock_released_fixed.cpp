// fermata: holds
// The twin of unique_lock_released.cpp: unlock() is what was meant.
#include <mutex>
#include <thread>

std::mutex mutex;
int value = 0;

void set(int new_value) {
  std::unique_lock<std::mutex> lock(mutex);
  value = new_value;
  lock.unlock();
}

int main() {
  std::thread thread(set, 1);
  thread.join();
  std::lock_guard<std::mutex> guard(mutex);
  value = 0;
}
