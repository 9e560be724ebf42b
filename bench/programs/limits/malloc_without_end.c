// SPDX-License-Identifier: Apache-2.0
// One step that allocates for ever.
#include <stdlib.h>
#include <string.h>
int main(void) {
  for (;;) {
    char *p = malloc(SIZE);
    if (!p) return 1;
    memset(p, 1, SIZE);
  }
}
