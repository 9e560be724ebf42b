// fermata: violated hang lost-wakeup at 14
// fermata-args: --property hang
// What is released once too often is there, all the same, and the one who waits twice is served; who waits a third time is not.
#include <semaphore>
#include <thread>

std::binary_semaphore event{0};

int main() {
  std::thread waiter([] {
    event.acquire();
    event.acquire();
    event.acquire();
    event.acquire();  // stuck here
  });
  event.release();
  event.release();
  event.release();
  waiter.join();
}
