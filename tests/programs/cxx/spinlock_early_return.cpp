// fermata: violated hang stuck-loop at 10
// A way out that keeps the spin lock: the other thread spins for ever.
#include <atomic>
#include <thread>

std::atomic<bool> taken{false};
int stock = 1;

bool buy() {
  while (taken.exchange(true)) std::this_thread::yield();  // stuck here
  if (stock == 0) return false;
  --stock;
  taken = false;
  return true;
}

int main() {
  std::thread thread([] {
    buy();
    buy();
  });
  buy();
  thread.join();
}
