// fermata: holds
// Two threads race for one compare_exchange_strong: exactly one wins, the other learns the value.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> owner{0};
std::atomic<int> winners{0};

void claim(int me) {
  int expected = 0;
  if (owner.compare_exchange_strong(expected, me)) {
    assert(expected == 0);
    ++winners;
  } else {
    assert(expected == 3 - me);
  }
}

int main() {
  std::thread thread(claim, 1);
  claim(2);
  thread.join();
  assert(winners == 1);
  assert(owner == 1 || owner == 2);
}
