// fermata: violated safety overflow at 9
// There is no such number as the negative of the most negative one.
#include <limits.h>

static int lowest = INT_MIN, sign = -1;

int main(void) {
  for (int i = 0; i < 2; ++i) {
    int turned = lowest / sign;  // fails here
    (void)turned;
  }
  return 0;
}
