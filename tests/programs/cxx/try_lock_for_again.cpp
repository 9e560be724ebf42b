// fermata: holds
//
// Two threads take two locks in two orders, and who gets tired of waiting lets go and tries again: each try has a later deadline.
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex a, b;

void both(std::timed_mutex& first, std::timed_mutex& second) {
  for (;;) {
    std::unique_lock<std::timed_mutex> one(first);
    if (second.try_lock_for(std::chrono::milliseconds(1))) {
      second.unlock();
      return;
    }
  }
}

int main() {
  std::thread t([] { both(a, b); });
  both(b, a);
  t.join();
}
