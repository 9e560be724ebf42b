// fermata: holds
// fermata-args: --daemon --sections user
//
// Figure 3 with sections of the user's around the work that the mutex is for.
#include <fermata/fermata.h>

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
    fermata::exclusive_section section(work);
    do_work();
  }
}

void thread1() {
  while (true) {
    std::unique_lock<std::mutex> lock(m);
    fermata::exclusive_section section(other_work);
    do_other_work();
  }
}

int main() {
  std::thread(thread0).detach();
  thread1();
}
