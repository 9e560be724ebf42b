// fermata: violated hang stuck-loop at 10
// Spinning with a yield for what never comes. That it yields does not make it wait for anybody.
#include <atomic>
#include <thread>

std::atomic<bool> flag{false};

int main() {
  std::thread thread([] { flag = false; });
  while (!flag) std::this_thread::yield();  // stuck here
  thread.join();
}
