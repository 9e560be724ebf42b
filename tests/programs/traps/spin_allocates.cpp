// fermata: holds
// Each turn of the loop allocates and frees; it still comes back to the same state.
#include <atomic>
#include <memory>
#include <thread>

std::atomic<bool> flag{false};

int main() {
  std::thread thread([] { flag = true; });
  bool seen = false;
  while (!seen) {
    auto box = std::make_unique<bool>(flag.load());
    seen = *box;
  }
  thread.join();
}
