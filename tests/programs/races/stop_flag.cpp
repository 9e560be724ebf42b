// fermata: holds
// fermata-warns: data-race 'stop' at 11,16
// Each access taken as it is written, this ends. A compiler may read the flag once and never again.
#include <thread>

bool stop = false;

int main() {
  std::thread worker([] {
    int rounds = 0;
    while (!stop) {
      rounds = (rounds + 1) % 2;
    }
  });
  std::this_thread::yield();
  stop = true;
  worker.join();
}
