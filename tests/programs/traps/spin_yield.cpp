// fermata: holds
// Spinning with a yield: the other thread gets its turn.
#include <atomic>
#include <thread>

std::atomic<bool> flag{false};

int main() {
  std::thread thread([] { flag = true; });
  while (!flag) std::this_thread::yield();
  thread.join();
}
