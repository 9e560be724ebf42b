// fermata: holds
// fermata-clang: -std=c++20
//
// The header of libstdc++ 12 could sleep here although there is a unit; the standard says that it must not.
#include <cassert>
#include <semaphore>
#include <thread>

std::binary_semaphore lock(1);
int inside = 0;

void twice() {
  for (int i = 0; i < 2; ++i) {
    lock.acquire();
    assert(++inside == 1);
    --inside;
    lock.release();
  }
}

int main() {
  std::thread a(twice), b(twice);
  a.join();
  b.join();
}
