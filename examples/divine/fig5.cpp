// fermata: holds
//
// V. Štill, J. Barnat, "Local Nontermination Detection for Parallel C++ Programs", SEFM 2019,
// Figure 5. One thread, one critical section inside another: the example on which they explain that
// only one section at a time is under observation.
#include <cassert>
#include <mutex>

std::mutex m1;
std::mutex m2;
int outer_work = 0;
int inner_work = 0;

void do_work_1() { ++outer_work; }

void do_work_2() { ++inner_work; }

int main() {
  {
    std::unique_lock<std::mutex> outer(m1);
    do_work_1();
    {
      std::unique_lock<std::mutex> inner(m2);
      do_work_2();
    }
  }
  assert(outer_work == 1 && inner_work == 1);
}
