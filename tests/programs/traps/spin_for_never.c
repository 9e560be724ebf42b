// fermata: violated hang stuck-loop at 18
// Waiting for a flag as a for loop: nobody sets it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static atomic_int other_flag;

static void *setter(void *unused) {
  (void)unused;
  atomic_store(&other_flag, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, setter, NULL);
  for (; atomic_load(&flag) == 0;) {}  // stuck here
  pthread_join(thread, NULL);
  return 0;
}
