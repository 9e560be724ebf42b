// fermata: holds
// fermata-args: --input-range 0..3
// fermata-clang: -std=c++17
// An engine that begins with a number of the device.
#include <cassert>
#include <random>
#include <thread>

int main() {
  std::minstd_rand engine{std::random_device{}()};
  std::uniform_int_distribution<int> rounds(1, 2);
  int done = 0;
  std::thread worker([&] { done = rounds(engine); });
  worker.join();
  assert(done > 0);
}
