// fermata: violated hang leaked-unit at 12
// fermata-clang: -std=c++20
//
// Who finds nothing to do keeps the unit.
#include <semaphore>
#include <thread>

std::counting_semaphore<2> units(1);
int work = 1;

void use() {
  units.acquire();  // stuck here
  if (work == 0) return;
  --work;
  units.release();
}

int main() {
  std::thread a(use), b(use), c(use);
  a.join();
  b.join();
  c.join();
}
