// fermata: violated hang stuck-loop
// A loop over a local variable that nothing changes: no shared access, no end.
#include <stdlib.h>

int main(void) {
  int going = atoi("1");
  int turns = 0;
  while (going == 1) {
    turns = 1 - turns;
  }
  return turns;
}
