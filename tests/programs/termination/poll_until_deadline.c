/* fermata: unknown because stands still */
/* fermata-args: --property termination */
/* It ends, since time passes. That is more than we can prove. */
#include <time.h>

int main(void) {
  const time_t end = time(NULL) + 2;
  while (time(NULL) < end) {
  }
  return 0;
}
