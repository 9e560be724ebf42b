// fermata: holds
// fermata-args: --daemon --sections user
//
// Figure 5 with sections of the user's: one inside another.
#include <fermata/fermata.h>

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
    fermata::exclusive_section outer_section(outer_work);
    do_work_1();
    {
      std::unique_lock<std::mutex> inner(m2);
      fermata::exclusive_section inner_section(inner_work);
      do_work_2();
    }
  }
  assert(outer_work == 1 && inner_work == 1);
}
