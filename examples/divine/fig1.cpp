// fermata: violated hang stuck-loop at 15
//
// V. Štill, J. Barnat, "Local Nontermination Detection for Parallel C++ Programs", SEFM 2019,
// Figure 1. The worker is meant to wait until x is set, but its condition is the opposite. If main
// is faster, x is never 0 again and the worker spins for ever. No check for bad states sees this.
#include <atomic>
#include <thread>

std::atomic<int> x{0};
int work_done = 0;

void do_work() { work_done = 1; }

void worker() {
  while (x != 0) {}  // stuck here
  do_work();
}

int main() {
  std::thread thread(worker);
  x = 42;
  thread.join();
}
