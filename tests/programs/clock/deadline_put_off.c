/* fermata: holds */
/* Whenever there is work the deadline is put off. The clock gets there once no more work comes. */
#include <pthread.h>
#include <time.h>

static int work = 2;

static long look(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}

int main(void) {
  long deadline = look() + 1;
  while (look() < deadline)
    if (work > 0) work--, deadline = look() + 1;
  return 0;
}
