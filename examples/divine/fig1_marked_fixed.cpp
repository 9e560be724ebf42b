// fermata: holds
// fermata-args: --daemon --sections user
//
// Figure 1 with the condition that was meant, and the wait marked.
#include <fermata/fermata.h>

#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x{0};
int work_done = 0;

void do_work() { work_done = 1; }

void worker() {
  {
    fermata::wait_for waits(x);
    while (x == 0) {}
  }
  do_work();
}

int main() {
  std::thread thread(worker);
  x = 42;
  thread.join();
  assert(work_done == 1);
}
