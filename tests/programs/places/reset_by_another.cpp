// fermata: violated safety assertion at 19
// A reader keeps the address of a configuration that a writer replaces meanwhile, and takes the new one for the old.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

static std::mutex m;
static std::unique_ptr<int> config = std::make_unique<int>(1);

int main() {
  const int *seen = config.get();
  std::thread writer([] {
    std::lock_guard guard(m);
    config.reset();
    config = std::make_unique<int>(2);
  });
  std::unique_lock lock(m);
  assert(config.get() != seen || *config == 1);  // fails here
  lock.unlock();
  writer.join();
}
