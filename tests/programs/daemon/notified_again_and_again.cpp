// fermata: violated hang lost-wakeup at 13
// fermata-args: --daemon
// fermata-clang: -std=c++20
// One who is notified for ever and never sees a change waits for ever; that, too, has finitely many states.
#include <atomic>
#include <thread>

static std::atomic<char> news;
static std::atomic<bool> quiet;

int main() {
  std::thread other([] {
    news.wait(0);  // stuck here
    quiet = true;
  });
  for (int round = 0; round < 3; ++round) news.notify_all();
  for (;;) std::this_thread::yield();
}
