// fermata: holds
// fermata-args: --daemon
// fermata-clang: -std=c++20
// A new latch in every round, for two threads that live for ever.
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
    current = new std::latch(1);
    start.release();
    current->wait();
    done.acquire();
    delete current;
  }
}
