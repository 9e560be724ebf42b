/* fermata: holds */
/* fermata-args: --timeouts never */
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  const time_t begin = time(NULL);
  sleep(3);
  assert(time(NULL) == begin + 3);
  return 0;
}
