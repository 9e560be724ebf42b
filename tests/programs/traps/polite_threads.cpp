// fermata: holds
// Each lets the other go first and may do so for ever: a livelock, but from every moment some
// schedule gets both through.
#include <atomic>
#include <thread>

std::atomic<bool> wants[2];

void pass(int me) {
  wants[me] = true;
  while (wants[1 - me]) {
    wants[me] = false;
    std::this_thread::yield();
    wants[me] = true;
  }
  wants[me] = false;
}

int main() {
  std::thread thread(pass, 1);
  pass(0);
  thread.join();
}
