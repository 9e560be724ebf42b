// fermata: holds
// The predicate of a wait throws: the lock is held then, and released by its scope.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex m;
std::condition_variable changed;
int state = 0;  // 1: ready, 2: broken

bool wait_until_ready() {
  try {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [] {
      if (state == 2) throw std::runtime_error("broken");
      return state == 1;
    });
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

int main() {
  std::thread breaks([] {
    std::lock_guard<std::mutex> guard(m);
    state = 2;
    changed.notify_one();
  });
  assert(!wait_until_ready());
  std::lock_guard<std::mutex> guard(m);
  state = 0;
  breaks.detach();
}
