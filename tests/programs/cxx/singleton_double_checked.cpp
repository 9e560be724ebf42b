// fermata: holds
// Double-checked locking, done right.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Settings {
  int port = 80;
};

std::atomic<Settings*> instance{nullptr};
std::mutex mutex;
int constructions = 0;

Settings& settings() {
  Settings* known = instance.load(std::memory_order_acquire);
  if (known == nullptr) {
    std::lock_guard<std::mutex> guard(mutex);
    known = instance.load(std::memory_order_relaxed);
    if (known == nullptr) {
      known = new Settings;
      ++constructions;
      instance.store(known, std::memory_order_release);
    }
  }
  return *known;
}

int main() {
  std::thread thread([] { assert(settings().port == 80); });
  assert(settings().port == 80);
  thread.join();
  assert(constructions == 1);
  delete instance.load();
}
