// fermata: holds
// 1,000 threads in all, 300 of them alive at a time.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { AT_A_TIME = 300, IN_ALL = 1000 };
static pthread_t threads[AT_A_TIME];

static void *worker(void *arg) {
  int local[4] = {0};
  volatile int *p = local;
  p[3] = (int)(intptr_t)arg;
  return (void *)(intptr_t)p[3];
}

int main(void) {
  for (int started = 0; started < IN_ALL; started += AT_A_TIME) {
    const int now = IN_ALL - started < AT_A_TIME ? IN_ALL - started : AT_A_TIME;
    for (int i = 0; i < now; ++i) pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)(started + i));
    for (int i = 0; i < now; ++i) {
      void *result;
      pthread_join(threads[i], &result);
      assert((intptr_t)result == started + i);
    }
  }
  return 0;
}
