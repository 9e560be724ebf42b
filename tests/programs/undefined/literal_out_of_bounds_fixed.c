// fermata: holds
// The place is known while compiling, and the compiler would make up a value.
#include <stdio.h>

static char last(const char *text, int length) {
  return text[length];
}

int main(void) {
  printf("%d\n", last("abc", 3));
  return 0;
}
