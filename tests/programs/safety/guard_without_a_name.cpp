// fermata: violated safety assertion at 19
// A guard that nobody named is gone at the semicolon.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int count = 0;

void increment() {
  std::unique_lock<std::mutex>{mutex};
  ++count;
}

int main() {
  std::thread thread(increment);
  increment();
  thread.join();
  assert(count == 2);  // fails here
}
