// SPDX-License-Identifier: Apache-2.0
// Fills and copies 32 MB again and again, in one step.
#include <stdlib.h>
#include <string.h>
int main(void) {
  const unsigned long size = 32ul << 20;
  char *a = malloc(size), *b = malloc(size);
  for (unsigned long i = 0;; ++i) {
    memset(a, (int)i, size);
    memcpy(b, a, size);
    if (b[i % size] == 'x' && a[0] == 'y') return 1;
  }
}
