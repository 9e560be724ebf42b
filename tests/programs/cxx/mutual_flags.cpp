// fermata: violated hang stuck-loop at 11
// Two flags and no turn: both raise theirs, both wait for the other's to fall.
#include <atomic>
#include <thread>

std::atomic<bool> wants[2];
int count = 0;

void enter(int me) {
  wants[me] = true;
  while (wants[1 - me]) {}  // stuck here
  ++count;
  wants[me] = false;
}

int main() {
  std::thread thread(enter, 1);
  enter(0);
  thread.join();
}
