// fermata: violated hang deadlock
// fermata-args: --exhaustive
// fermata-explains: 'held': protected by 'a' and 'b'
// fermata-explains: 'looked_at': somebody looks whether it is taken without waiting for it, so taking it is a step of its own
//
// Two locks in two orders, and a third one that is tried.
#include <mutex>
#include <thread>

std::mutex a, b, looked_at;
int held;

int main() {
  std::thread t([] {
    std::lock_guard hold_b(b);
    std::lock_guard hold_a(a);
    ++held;
    if (looked_at.try_lock()) looked_at.unlock();
  });
  {
    std::lock_guard hold_a(a);
    std::lock_guard hold_b(b);
    ++held;
    std::lock_guard hold(looked_at);
  }
  t.join();
}
