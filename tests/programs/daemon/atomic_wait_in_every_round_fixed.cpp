// fermata: holds
// fermata-args: --daemon
// fermata-clang: -std=c++20
// Ping-pong for ever with atomics of one byte, of eight, and of a futex's four: no counter behind them grows.
#include <atomic>
#include <thread>

template <class T>
static void play(std::atomic<T>& turn, T me) {
  turn.wait(T(1 - me));
  turn.store(T(1 - me));
  turn.notify_one();
}

static std::atomic<bool> byte;
static std::atomic<long> large;
static std::atomic<int> futex;

static void work(int me) {
  for (;;) {
    play<bool>(byte, me);
    play<long>(large, me);
    play<int>(futex, me);
  }
}

int main() {
  std::thread other(work, 1);
  work(0);
}
