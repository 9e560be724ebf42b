// fermata: violated hang stuck-loop at 18
// The flag is set and cleared again. Whoever looks in between goes on, whoever does not spins.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *pulse(void *unused) {
  (void)unused;
  atomic_store(&flag, 1);
  atomic_store(&flag, 0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, pulse, NULL);
  while (atomic_load(&flag) == 0) {}  // stuck here
  pthread_join(thread, NULL);
  return 0;
}
