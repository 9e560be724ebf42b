// fermata: holds
// fermata-warns: nothing
// Each operation on an atomic object of 24 bytes is a step: none of two exchanges, and none of two additions, is lost.
#include <atomic>
#include <cassert>
#include <thread>

struct Counter {
  long count, twice, thrice;
  friend bool operator==(const Counter&, const Counter&) = default;
};

std::atomic<Counter> counter{Counter{0, 0, 0}};
std::atomic<Counter> slot{Counter{1, 2, 3}};

void add() {
  Counter old = counter.load();
  while (!counter.compare_exchange_weak(old, Counter{old.count + 1, old.twice + 2, old.thrice + 3})) {
  }
}

int main() {
  Counter first{};
  std::thread thread([&first] {
    add();
    first = slot.exchange(Counter{2, 4, 6});
  });
  add();
  const Counter second = slot.exchange(Counter{3, 6, 9});
  thread.join();
  assert(counter.load() == (Counter{2, 4, 6}));
  const Counter last = slot;
  assert(first.count + second.count + last.count == 1 + 2 + 3);
  assert(last.thrice == 3 * last.count);
  assert(!counter.is_lock_free());
}
