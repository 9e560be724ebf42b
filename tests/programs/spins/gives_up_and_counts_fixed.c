// fermata: holds
// As gives_up_and_counts, with a bound that is never passed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *set(void *unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  int n;
  pthread_create(&t, NULL, set, NULL);
  for (n = 0; n < 5 && !ready; n++) continue;
  assert(n <= 5);
  pthread_join(t, NULL);
  return 0;
}
