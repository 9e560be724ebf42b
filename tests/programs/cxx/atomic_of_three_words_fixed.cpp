// fermata: holds
// Three words that belong together are one atomic object, larger than what a processor can read at once.
#include <atomic>
#include <cassert>
#include <thread>

struct Position {
  long x, y, z;
};

std::atomic<Position> position;

void move(long to) { position = Position{to, to, to}; }

int main() {
  std::thread mover(move, 1);
  const Position seen = position;
  mover.join();
  assert(seen.x == seen.y && seen.y == seen.z);
}
