// fermata: violated hang deadlock at 20
// fermata-clang: -std=c++20
//
// One of two ways through the work forgets to count.
#include <latch>
#include <mutex>
#include <thread>

std::latch ready(2);
std::mutex m;
int jobs = 1;

void work() {
  std::lock_guard hold(m);
  if (jobs-- > 0) ready.count_down();
}

int main() {
  std::thread a(work), b(work);
  ready.wait();  // stuck here
  a.join();
  b.join();
}
