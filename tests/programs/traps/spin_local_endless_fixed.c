// fermata: holds
// The twin of spin_local_endless.c: the loop changes what it looks at.
#include <stdlib.h>

int main(void) {
  int going = atoi("1");
  int turns = 0;
  while (going == 1) {
    turns++;
    if (turns == 3) going = 0;
  }
  return turns == 3 ? 0 : 1;
}
