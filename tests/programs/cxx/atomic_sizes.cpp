// fermata: holds
// Atomics of every size, each changed by two threads; carries stay inside.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

std::atomic<std::uint8_t> one{255};
std::atomic<std::int16_t> two{-1};
std::atomic<std::uint32_t> four{0xffffffffu};
std::atomic<std::int64_t> eight{0xffffffff};
std::atomic<bool> flag{false};
std::atomic<char> letter{'a'};

void step() {
  ++one;
  ++two;
  ++four;
  ++eight;
  flag = true;
  letter.fetch_add(1);
}

int main() {
  std::thread thread(step);
  step();
  thread.join();
  assert(one == 1);
  assert(two == 1);
  assert(four == 1);
  assert(eight == 0x100000001);
  assert(flag);
  assert(letter == 'c');
}
