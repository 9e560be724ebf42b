// fermata: holds
// std::lock takes any number of mutexes without deadlock; guards adopt them.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int total = 0;

int main() {
  std::thread thread([] {
    std::lock(b, a);
    std::lock_guard<std::mutex> b_guard(b, std::adopt_lock);
    std::lock_guard<std::mutex> a_guard(a, std::adopt_lock);
    ++total;
  });
  {
    std::unique_lock<std::mutex> a_lock(a, std::defer_lock);
    std::unique_lock<std::mutex> b_lock(b, std::defer_lock);
    std::lock(a_lock, b_lock);
    ++total;
  }
  thread.join();
  assert(total == 2);
}
