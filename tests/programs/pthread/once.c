// fermata: holds
// Whoever is first runs the routine, the others wait until it is done.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs;
static int ready;

static void set_up(void) {
  runs++;
  ready = 1;
}

static void *use(void *unused) {
  (void)unused;
  pthread_once(&once, set_up);
  assert(ready == 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  use(NULL);
  pthread_join(thread, NULL);
  assert(runs == 1);
  return 0;
}
