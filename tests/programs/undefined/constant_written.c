// fermata: violated safety invalid-access at 9
// fermata-says: write of 4 bytes to a constant
// The compiler may keep a constant where it cannot be written, and count on its value.
#include <stdio.h>

static const int limit = 42;

static void raise_to(int *what, int value) {
  *what = value;  // fails here
}

int main(void) {
  raise_to((int *)&limit, 50);
  printf("%d\n", limit);
  return 0;
}
