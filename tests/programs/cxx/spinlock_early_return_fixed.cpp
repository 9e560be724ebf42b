// fermata: holds
// The twin of spinlock_early_return.cpp: one way out.
#include <atomic>
#include <thread>

std::atomic<bool> taken{false};
int stock = 1;

bool buy() {
  while (taken.exchange(true)) std::this_thread::yield();
  bool bought = stock > 0;
  if (bought) --stock;
  taken = false;
  return bought;
}

int main() {
  std::thread thread([] {
    buy();
    buy();
  });
  buy();
  thread.join();
}
