// fermata: violated safety undefined-behaviour at 10
// fermata-says: a shift by a negative number, or by all bits or more
// A flag for each thread, in an int.
#include <stdio.h>

static int threads = 32;

int main(void) {
  unsigned mask = 0;
  for (int i = 0; i <= threads; ++i) mask |= 1u << i;  // fails here
  printf("%x\n", mask);
  return 0;
}
