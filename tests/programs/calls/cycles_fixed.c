// fermata: holds
// Likewise, and nothing is said about how much.
#include <assert.h>
#include <x86intrin.h>

int main(void) {
  const unsigned long long first = __rdtsc(), second = __rdtsc();
  assert(first <= second);
}
