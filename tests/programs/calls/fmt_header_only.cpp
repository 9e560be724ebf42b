// fermata: holds
// fermata-clang: -std=c++20 -DFMT_HEADER_ONLY
// The {fmt} library, as headers.
#include <fmt/format.h>

#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;

void tell(int worker) {
  std::lock_guard lock(mutex);
  fmt::print("worker {} of {:.1f}\n", worker, 2.0);
}

int main() {
  assert(fmt::format("{} {:>4} {:.2f} {:#x} {}", 1, "ab", 3.14159, 255, true) == "1   ab 3.14 0xff true");
  std::thread other(tell, 1);
  tell(2);
  other.join();
}
