// fermata: violated hang stuck-loop
// fermata-args: --input-range 0..3
// fermata-clang: -std=c++17
// std::random_device may give any number that the range allows, also the one that nobody hopes for.
#include <atomic>
#include <random>

int main() {
  std::random_device device;
  std::atomic<bool> done{device() % 4 != 3};
  while (!done) {
  }
}
