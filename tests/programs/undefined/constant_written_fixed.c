// fermata: holds
// The same with a variable.
#include <stdio.h>

static int limit = 42;

static void raise_to(int *what, int value) {
  *what = value;
}

int main(void) {
  raise_to(&limit, 50);
  printf("%d\n", limit);
  return 0;
}
