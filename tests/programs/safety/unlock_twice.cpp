// fermata: violated safety misuse at 18
// A mutex unlocked by hand and then once more.
#include <mutex>
#include <thread>

std::mutex mutex;
int count = 0;

int main() {
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(mutex);
    ++count;
  });
  thread.join();
  mutex.lock();
  ++count;
  mutex.unlock();
  mutex.unlock();  // fails here
}
