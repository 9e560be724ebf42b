// fermata: holds
// The number next to the most negative one can be negated.
#include <limits.h>

static int lowest = INT_MIN + 1, sign = -1;

int main(void) {
  for (int i = 0; i < 2; ++i) {
    int turned = lowest / sign;
    (void)turned;
  }
  return 0;
}
