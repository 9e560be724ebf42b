// fermata: holds
// The shape that weak memory breaks. Under sequential consistency one of the two sees the other.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x{0};
std::atomic<int> y{0};

int main() {
  int seen_by_thread = 0, seen_by_main = 0;
  std::thread thread([&seen_by_thread] {
    x = 1;
    seen_by_thread = y;
  });
  y = 1;
  seen_by_main = x;
  thread.join();
  assert(seen_by_thread == 1 || seen_by_main == 1);
}
