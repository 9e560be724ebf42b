// fermata: holds
// Polling with a sleep: time passes, nothing else happens.
#include <atomic>
#include <chrono>
#include <thread>

std::atomic<bool> flag{false};

int main() {
  std::thread thread([] { flag = true; });
  while (!flag) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  thread.join();
}
