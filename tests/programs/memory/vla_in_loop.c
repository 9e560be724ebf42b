// fermata: holds
// An array of variable length goes with its scope, in every round.
#include <assert.h>

static volatile int n = 2;
static volatile int sum;

int main(void) {
  for (int i = 0; i < 300000; ++i) {
    char array[n];
    array[0] = 1;
    array[n - 1] = 2;
    sum = array[0] + array[1];
  }
  assert(sum == 3);
  return 0;
}
