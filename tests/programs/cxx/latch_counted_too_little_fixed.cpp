// fermata: holds
// fermata-clang: -std=c++20
//
// Both ways through the work count.
#include <latch>
#include <mutex>
#include <thread>

std::latch ready(2);
std::mutex m;
int jobs = 1;

void work() {
  std::lock_guard hold(m);
  jobs--;
  ready.count_down();
}

int main() {
  std::thread a(work), b(work);
  ready.wait();
  a.join();
  b.join();
}
