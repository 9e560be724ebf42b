// fermata: violated safety assertion at 11
// fermata-args: --spurious-failures on
// compare_exchange_weak may fail although the value was the expected one: use it only in a loop.
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> value{1};
  int expected = 1;
  bool exchanged = value.compare_exchange_weak(expected, 2);
  assert(exchanged);  // fails here
}
