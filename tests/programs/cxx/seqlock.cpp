// fermata: holds
// A sequence lock: the reader tries again until no writer was in between.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<unsigned> sequence{0};
std::atomic<int> low{0};
std::atomic<int> high{0};

void write(int value) {
  ++sequence;
  low = value;
  high = value;
  ++sequence;
}

int main() {
  std::thread writer([] { write(1); });
  unsigned before = 0;
  int seen_low = 0, seen_high = 0;
  do {
    before = sequence;
    seen_low = low;
    seen_high = high;
  } while (before % 2 == 1 || sequence != before);
  assert(seen_low == seen_high);
  writer.join();
}
