// fermata: violated safety assertion at 19
// The processor's counter is a clock: nothing says how much time passes between two looks.
#include <assert.h>
#include <stdint.h>
#include <x86intrin.h>

static uint64_t by_hand(void) {
  uint32_t low, high;
  __asm__ volatile("lfence; rdtsc" : "=a"(low), "=d"(high)::"memory");
  return (uint64_t)high << 32 | low;
}

int main(void) {
  unsigned processor;
  const uint64_t first = __rdtsc(), second = __rdtscp(&processor), third = by_hand();
  __asm__ volatile("rep; nop");
  assert(first <= second);
  assert(second <= third);
  assert(third - first < 1000000);  // fails here
}
