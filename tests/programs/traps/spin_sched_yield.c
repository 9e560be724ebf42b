// fermata: holds
// The same in C.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag;

static void *setter(void *unused) {
  (void)unused;
  atomic_store(&flag, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
  while (!atomic_load(&flag)) sched_yield();
  pthread_join(thread, NULL);
  return 0;
}
