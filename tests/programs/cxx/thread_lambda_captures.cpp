// fermata: holds
// A thread runs a lambda that captures by value, by reference and by move.
#include <cassert>
#include <memory>
#include <thread>

int main() {
  int by_value = 1;
  int by_reference = 2;
  auto by_move = std::make_unique<int>(3);
  std::thread thread([by_value, &by_reference, owned = std::move(by_move)]() mutable {
    ++by_value;
    by_reference += by_value + *owned;
  });
  thread.join();
  assert(by_value == 1);
  assert(by_reference == 7);
  assert(by_move == nullptr);
}
