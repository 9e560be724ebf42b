/* fermata: violated termination stuck-loop */
/* fermata-args: --property termination */
/* However late it gets. */
#include <time.h>

static volatile time_t last;

int main(void) {
  const time_t begin = time(NULL);
  while (time(NULL) >= begin) last = time(NULL);
  return 0;
}
