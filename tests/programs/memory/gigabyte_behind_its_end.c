// fermata: violated safety invalid-access
// fermata-args: --memory 200M
// One byte behind the end of a gigabyte.
#include <stdlib.h>
#include <string.h>

int main(void) {
  const unsigned long size = 1ul << 30;
  char *p = malloc(size);
  memset(p, 1, size + 1);  // fails here
  return p[0] - 1;
}
