// fermata: holds
// fermata-clang: -std=c++20
//
// One of three leaves after the first round, and says so.
#include <barrier>
#include <cassert>
#include <thread>

int rounds = 0;
struct Count {
  void operator()() noexcept { ++rounds; }
};
std::barrier<Count> all(3);

void work(int times) {
  for (int i = 0; i < times; ++i) {
    all.arrive_and_wait();
    assert(rounds > i);
  }
}

int main() {
  std::thread a(work, 2), b(work, 2);
  all.arrive_and_drop();
  a.join();
  b.join();
  assert(rounds == 2);
}
