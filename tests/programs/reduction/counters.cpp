// fermata: holds
// fermata-explains: 'x': protected by 'mx'
// fermata-explains: 'y': protected by 'my'
// fermata-explains: 'count': not protected: each access is a step of its own
//
// The example of Flanagan and Qadeer, "Transactions for software model checking", section 2: `count` is used
// without a lock, yet each method is one transaction, since it does that once.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mx, my;
int x, y;
std::atomic<int> count;

void up() {
  std::lock_guard hold(mx);
  ++x;
  ++count;
}

void down() {
  std::lock_guard hold(my);
  ++y;
  --count;
}

void look() {
  std::lock_guard hold_x(mx);
  std::lock_guard hold_y(my);
  assert(count == x - y);
}

void worker() {
  up();
  down();
  look();
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
}
