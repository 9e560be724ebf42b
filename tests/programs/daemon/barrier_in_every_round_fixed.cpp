// fermata: holds
// fermata-args: --daemon
// fermata-clang: -std=c++20
// Two workers meet in every round, for ever: the phase of a barrier comes back.
#include <barrier>
#include <thread>

static std::barrier<> meet(2);
static bool sums[2];

static void work(int me) {
  for (;;) {
    sums[me] = !sums[me];
    meet.arrive_and_wait();
  }
}

int main() {
  std::thread other(work, 1);
  work(0);
}
