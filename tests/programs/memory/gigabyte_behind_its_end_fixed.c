// fermata: holds
// fermata-args: --memory 200M
// As gigabyte_behind_its_end.c, up to the last byte.
#include <stdlib.h>
#include <string.h>

int main(void) {
  const unsigned long size = 1ul << 30;
  char *p = malloc(size);
  memset(p, 1, size);
  return p[size - 1] - 1;
}
