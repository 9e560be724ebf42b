// fermata: holds
// The twin of mutual_flags.cpp, Peterson's algorithm: the turn breaks the tie.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> wants[2];
std::atomic<int> turn{0};
int inside = 0;
int count = 0;

void enter(int me) {
  wants[me] = true;
  turn = 1 - me;
  while (wants[1 - me] && turn == 1 - me) {
  }
  ++inside;
  assert(inside == 1);
  ++count;
  --inside;
  wants[me] = false;
}

int main() {
  std::thread thread(enter, 1);
  enter(0);
  thread.join();
  assert(count == 2);
}
