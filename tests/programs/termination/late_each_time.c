/* fermata: unknown because time passes again and again */
/* fermata-args: --property termination */
/* It goes on as long as each round takes more than a minute. */
#include <time.h>

int main(void) {
  time_t deadline = time(NULL) + 60;
  for (;;) {
    const time_t now = time(NULL);
    if (now < deadline) break;
    deadline = now + 60;
  }
  return 0;
}
