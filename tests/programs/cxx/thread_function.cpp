// fermata: holds
// A thread runs a free function with arguments.
#include <cassert>
#include <thread>

int sum = 0;

void add(int first, long second) { sum = first + static_cast<int>(second); }

int main() {
  std::thread thread(add, 2, 40L);
  thread.join();
  assert(sum == 42);
}
