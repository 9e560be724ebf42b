// fermata: violated hang unended-section
// fermata-args: --daemon --sections user
//
// Figure 1 as part of a server, which need not end: what has to end is the wait that is marked, and nothing else is looked at.
#include <fermata/fermata.h>

#include <atomic>
#include <thread>

std::atomic<int> x{0};
int work_done = 0;

void do_work() { work_done = 1; }

void worker() {
  fermata::wait_for waits(x);
  while (x != 0) {}  // stuck here
  do_work();
}

int main() {
  std::thread thread(worker);
  x = 42;
  thread.join();
}
