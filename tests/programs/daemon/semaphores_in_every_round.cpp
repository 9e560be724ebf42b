// fermata: violated hang never-signalled at 14,19
// fermata-args: --daemon
// fermata-clang: -std=c++20
// As semaphores_in_every_round_fixed, but the consumer sometimes looks first, and then forgets to give a place back.
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> places(2), items(0);

int main() {
  std::thread consumer([] {
    for (;;) {
      if (items.try_acquire()) continue;
      items.acquire();  // stuck here
      places.release();
    }
  });
  for (;;) {
    places.acquire();  // and here
    items.release();
  }
}
