// fermata: violated hang lost-wakeup at 15,23
// fermata-args: --daemon
// fermata-clang: -std=c++20
// As latch_in_every_round_fixed, but the latch counts main, too, which only waits for it.
#include <latch>
#include <semaphore>
#include <thread>

static std::latch* current;
static std::binary_semaphore start(0), done(0);

int main() {
  std::thread helper([] {
    for (;;) {
      start.acquire();
      current->count_down();
      done.release();
    }
  });
  for (;;) {
    current = new std::latch(2);
    start.release();
    current->wait();  // stuck here
    done.acquire();
    delete current;
  }
}
