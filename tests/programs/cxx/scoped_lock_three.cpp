// fermata: holds
// A scoped lock of three mutexes beside one of two of them in another order.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b, c;
int total = 0;

int main() {
  std::thread thread([] {
    std::scoped_lock lock(a, b, c);
    ++total;
  });
  {
    std::scoped_lock lock(c, a);
    ++total;
  }
  thread.join();
  assert(total == 2);
}
