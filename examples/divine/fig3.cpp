// fermata: holds
// fermata-args: --daemon
//
// V. Štill, J. Barnat, "Local Nontermination Detection for Parallel C++ Programs", SEFM 2019,
// Figure 3, the fixed version of Figure 2. An unfair schedule can keep a thread waiting for the
// mutex for ever (their Figure 4), but at no point is it impossible to get it.
#include <mutex>
#include <thread>

std::mutex m;
int work = 0;
int other_work = 0;

void do_work() { work = (work + 1) % 2; }

void do_other_work() { other_work = (other_work + 1) % 2; }

void thread0() {
  while (true) {
    std::unique_lock<std::mutex> lock(m);
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
