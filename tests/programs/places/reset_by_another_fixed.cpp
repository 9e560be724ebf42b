// fermata: holds
// A reader asks for the value, not for the address.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

static std::mutex m;
static std::unique_ptr<int> config = std::make_unique<int>(1);

int main() {
  const int seen = *config;
  std::thread writer([] {
    std::lock_guard guard(m);
    config.reset();
    config = std::make_unique<int>(2);
  });
  std::unique_lock lock(m);
  assert(*config != seen || *config == 1);
  lock.unlock();
  writer.join();
}
