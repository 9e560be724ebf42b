// fermata: holds
// std::try_lock takes all or none, and says which one was busy.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  int all = std::try_lock(a, b);
  assert(all == -1);
  a.unlock();
  std::thread other([] {
    int busy = std::try_lock(a, b);
    assert(busy == 1);
    bool a_is_free = a.try_lock();
    assert(a_is_free);
    a.unlock();
  });
  other.join();
  b.unlock();
}
