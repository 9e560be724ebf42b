// fermata: holds
// The twin of cond_wrong_one.cpp: the right one.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable opened;
bool is_open = false;

int main() {
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(mutex);
    is_open = true;
    opened.notify_all();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    opened.wait(lock, [] { return is_open; });
  }
  thread.join();
}
