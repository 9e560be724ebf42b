// fermata: holds
// fermata-clang: -std=c++20
//
// The completion is a lambda, so all of the barrier is a template that only this file can have.
#include <barrier>
#include <cassert>
#include <thread>

namespace {
struct Silent {
  void operator()() noexcept {}
};
}  // namespace

int main() {
  int phases = 0;
  std::barrier counted(2, [&]() noexcept { ++phases; });
  std::barrier<Silent> silent(2);
  auto both = [&] {
    counted.arrive_and_wait();
    silent.arrive_and_wait();
  };
  std::thread other(both);
  both();
  other.join();
  assert(phases == 1);
}
