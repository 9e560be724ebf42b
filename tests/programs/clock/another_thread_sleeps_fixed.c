/* fermata: holds */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *nap(void *p) {
  sleep(5);
  return p;
}

int main(void) {
  pthread_t t;
  const time_t before = time(NULL);
  pthread_create(&t, NULL, nap, NULL);
  pthread_join(t, NULL);
  assert(time(NULL) - before >= 5);
  return 0;
}
