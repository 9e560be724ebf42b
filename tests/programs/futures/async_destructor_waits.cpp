// fermata: violated hang deadlock
// The future of std::async waits in its destructor: here under the lock that the task needs.
#include <future>
#include <mutex>

std::mutex m;
int count = 0;

void task() {
  std::lock_guard<std::mutex> guard(m);
  ++count;
}

int main() {
  std::lock_guard<std::mutex> guard(m);
  (void)std::async(std::launch::async, task);  // stuck here, at the end of the statement
  ++count;
}
