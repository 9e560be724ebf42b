// fermata: violated safety assertion at 23
// Three words that belong together are atomic one by one: what is read may be half old and half new.
#include <atomic>
#include <cassert>
#include <thread>

struct Position {
  std::atomic<long> x{0}, y{0}, z{0};
};

Position position;

void move(long to) {
  position.x = to;
  position.y = to;
  position.z = to;
}

int main() {
  std::thread mover(move, 1);
  const long x = position.x, z = position.z;
  mover.join();
  assert(x == z);  // fails here
}
