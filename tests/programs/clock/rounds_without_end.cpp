// fermata: holds
// fermata-args: --daemon
// fermata-clang: -std=c++20
// fermata-assumes: time is seen to pass a few times
// A server that waits for a moment in each round, and measures how long that was.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

int main() {
  std::mutex mutex;
  std::condition_variable work;
  std::unique_lock lock(mutex);
  for (;;) {
    const auto begin = std::chrono::steady_clock::now();
    const auto status = work.wait_for(lock, std::chrono::milliseconds(100));
    const auto took = std::chrono::steady_clock::now() - begin;
    if (status == std::cv_status::timeout) assert(took >= std::chrono::milliseconds(100));
  }
}
