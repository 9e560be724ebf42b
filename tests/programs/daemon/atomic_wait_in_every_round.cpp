// fermata: violated hang lost-wakeup at 15,20
// fermata-args: --daemon
// fermata-clang: -std=c++20
// As atomic_wait_in_every_round_fixed, but nobody is notified of what main writes.
#include <atomic>
#include <thread>

static std::atomic<bool> turn;

int main() {
  std::thread other([] {
    for (;;) {
      turn.wait(false);
      turn = false, turn.notify_one();
      turn.wait(false);  // stuck here
      turn = false, turn.notify_one();
    }
  });
  for (;;) {
    turn.wait(true);  // and here
    turn = true;
  }
}
