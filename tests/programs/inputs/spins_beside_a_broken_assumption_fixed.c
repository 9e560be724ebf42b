// fermata: holds
// Whoever blocks, instead of spinning, has no way on but through the broken assumption: such a run does not count.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag = 1;

static void *work(void *unused) {
  (void)unused;
  fermata_assume(flag);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  flag = 0;
  pthread_join(thread, NULL);
  return 0;
}
