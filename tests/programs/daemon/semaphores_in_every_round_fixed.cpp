// fermata: holds
// fermata-args: --daemon
// fermata-clang: -std=c++20
// A buffer of two places, for ever.
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> places(2), items(0);

int main() {
  std::thread consumer([] {
    for (;;) {
      items.acquire();
      places.release();
    }
  });
  for (;;) {
    places.acquire();
    items.release();
  }
}
