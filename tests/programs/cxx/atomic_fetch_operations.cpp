// fermata: holds
// Every read-modify-write of std::atomic, and the operators that stand for them.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<unsigned> bits{0};
  std::thread thread([&bits] { bits.fetch_or(0x0fu); });
  bits.fetch_or(0xf0u);
  thread.join();
  assert(bits == 0xffu);

  unsigned before = bits.fetch_and(0x3cu);
  assert(before == 0xffu && bits == 0x3cu);
  before = bits.fetch_xor(0x0fu);
  assert(before == 0x3cu && bits == 0x33u);
  before = bits.exchange(10);
  assert(before == 0x33u);
  before = bits.fetch_add(5);
  assert(before == 10 && bits == 15);
  before = bits.fetch_sub(20);
  assert(before == 15 && bits == static_cast<unsigned>(-5));

  std::atomic<int> number{1};
  assert(number++ == 1 && ++number == 3 && number-- == 3 && --number == 1);
  assert((number += 9) == 10 && (number -= 4) == 6);
  assert((number |= 1) == 7 && (number &= 5) == 5 && (number ^= 1) == 4);
  number.store(8);
  assert(number.load() == 8);

  int cells[3] = {1, 2, 3};
  std::atomic<int*> cursor{cells};
  int* old = cursor.fetch_add(2);
  assert(old == cells && *cursor.load() == 3);
  --cursor;
  assert(*cursor.load() == 2);
}
