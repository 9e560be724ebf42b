// fermata: violated hang deadlock at 16
// fermata-args: --daemon
// fermata-clang: -std=c++20
// As barrier_in_every_round_fixed, but the second worker leaves when it has seen the first one's flag.
#include <atomic>
#include <barrier>
#include <thread>

static std::barrier<> meet(2);
static std::atomic<bool> done;

static void work(int me) {
  for (;;) {
    if (me == 1 && done) break;
    if (me == 0) done = !done;
    meet.arrive_and_wait();  // stuck here
  }
}

int main() {
  std::thread other(work, 1);
  work(0);
}
