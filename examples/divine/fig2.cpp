// fermata: violated hang stuck-loop
// fermata-args: --daemon
//
// V. Štill, J. Barnat, "Local Nontermination Detection for Parallel C++ Programs", SEFM 2019,
// Figure 2. A server: its threads are not meant to end, but its critical sections are. The one of
// thread0 never does, since the loop stands inside it, and thread1 waits for the mutex for ever.
#include <mutex>
#include <thread>

std::mutex m;
int work = 0;
int other_work = 0;

void do_work() { work = (work + 1) % 2; }

void do_other_work() { other_work = (other_work + 1) % 2; }

void thread0() {
  std::unique_lock<std::mutex> lock(m);  // the error: should be inside the loop
  while (true) {
    do_work();
  }
}

void thread1() {
  while (true) {
    std::unique_lock<std::mutex> lock(m);
    do_other_work();
  }
}

int main() {
  std::thread(thread0).detach();
  thread1();
}
