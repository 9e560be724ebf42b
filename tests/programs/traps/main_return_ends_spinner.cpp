// fermata: holds
// A thread spins for ever, and main returns: that ends the process.
#include <thread>

volatile int beat = 0;

int main() {
  std::thread([] {
    for (;;) beat = 1 - beat;
  }).detach();
}
