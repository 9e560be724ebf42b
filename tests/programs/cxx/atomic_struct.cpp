// fermata: holds
// An atomic of a small struct: both halves change together.
#include <atomic>
#include <cassert>
#include <thread>

struct Range {
  int low;
  int high;
};

std::atomic<Range> range{Range{0, 0}};

int main() {
  std::thread thread([] { range = Range{1, 1}; });
  Range seen = range.load();
  assert(seen.low == seen.high);
  Range expected = seen;
  Range wanted{2, 2};
  if (!range.compare_exchange_strong(expected, wanted)) assert(expected.low == 1);
  thread.join();
  Range last = range;
  assert(last.low == last.high && last.low > 0);
}
