// fermata: holds
// fermata-clang: -std=c++20
//
// Who finds nothing to do gives the unit back.
#include <semaphore>
#include <thread>

std::counting_semaphore<2> units(1);
int work = 1;

void use() {
  units.acquire();
  if (work != 0) --work;
  units.release();
}

int main() {
  std::thread a(use), b(use), c(use);
  a.join();
  b.join();
  c.join();
}
