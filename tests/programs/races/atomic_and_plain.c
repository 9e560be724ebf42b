/* fermata: holds */
/* fermata-warns: data-race 'ready' at 10,19 */
/* It takes two to be atomic. */
#include <pthread.h>
#include <stdatomic.h>

static int ready;

static void *work(void *p) {
  __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int rounds = 0;
  do rounds = 1 - rounds;
  while (!ready);
  pthread_join(t, 0);
  return 0;
}
