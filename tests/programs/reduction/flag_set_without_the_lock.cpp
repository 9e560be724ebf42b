// fermata: violated hang lost-wakeup
// fermata-explains: 'stop': not protected: each access is a step of its own
//
// The same without the lock where the flag is set: between looking at it and falling asleep.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable changed;
std::atomic<bool> stop;

void worker() {
  std::unique_lock lock(m);
  while (!stop) changed.wait(lock);
  stop = false;
}

int main() {
  std::thread t(worker);
  stop = true;
  changed.notify_one();
  t.join();
}
