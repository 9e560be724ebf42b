// fermata: holds
// A __thread variable: one for each thread, initialised for each.
#include <assert.h>
#include <pthread.h>

static __thread int mine = 5;
static int *address_in_main;

static void *worker(void *unused) {
  (void)unused;
  assert(mine == 5);
  assert(&mine != address_in_main);
  mine = 7;
  *address_in_main += 1;
  assert(mine == 7);
  return NULL;
}

int main(void) {
  address_in_main = &mine;
  mine = 1;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(mine == 2);
  return 0;
}
