// fermata: holds
// They may call one another and themselves, take arguments, return early and give back structures, in C++ too.
#include <cassert>
#include <thread>

struct Pair {
  int left, right, steps[6];
};
static Pair account{3, 0, {}};

static int __VERIFIER_atomic_move(int amount) {
  if (amount == 0) return 0;
  --account.left;
  ++account.right;
  return 1 + __VERIFIER_atomic_move(amount - 1);
}

namespace bank {
Pair __VERIFIER_atomic_look(const char *, ...) { return account; }
}  // namespace bank

int main() {
  std::thread mover([] {
    __VERIFIER_atomic_move(2);
    __VERIFIER_atomic_move(0);
  });
  Pair seen = bank::__VERIFIER_atomic_look("sum", 1);
  assert(seen.left + seen.right == 3);
  mover.join();
}
