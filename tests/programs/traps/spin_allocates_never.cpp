// fermata: violated hang stuck-loop
// The loop of spin_allocates.cpp, and nobody sets the flag.
#include <atomic>
#include <memory>
#include <thread>

std::atomic<bool> flag{false};

int main() {
  std::thread thread([] { flag = false; });
  bool seen = false;
  while (!seen) {
    auto box = std::make_unique<bool>(flag.load());
    seen = *box;
  }
  thread.join();
}
