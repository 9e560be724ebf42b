// fermata: violated hang deadlock
// Which two of three locks each of two threads takes is chosen by the environment.
#include <fermata/fermata.h>

#include <mutex>
#include <thread>

std::mutex locks[3];

void take_two(int first, int second) {
  std::lock_guard one(locks[first]);
  std::lock_guard two(locks[second]);
}

int main() {
  const int first = fermata_choose(3), second = fermata_choose(3);
  fermata_assume(first != second);
  std::thread other(take_two, 0, 1);
  take_two(first, second);
  other.join();
}
