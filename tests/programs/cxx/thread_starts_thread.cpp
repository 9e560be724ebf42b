// fermata: holds
// A thread starts a thread, and each joins its own child.
#include <cassert>
#include <thread>

int main() {
  int depth = 0;
  std::thread parent([&depth] {
    depth = 1;
    std::thread child([&depth] { ++depth; });
    child.join();
    ++depth;
  });
  parent.join();
  assert(depth == 3);
}
