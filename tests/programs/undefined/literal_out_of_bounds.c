// fermata: violated safety invalid-access at 7
// fermata-says: read of 1 bytes at offset 4 of an object of 4 bytes
// The place is known while compiling, and the compiler would make up a value.
#include <stdio.h>

static char last(const char *text, int length) {
  return text[length];  // fails here
}

int main(void) {
  printf("%d\n", last("abc", 4));
  return 0;
}
