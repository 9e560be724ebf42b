// fermata: violated safety assertion at 19
// How often it has looked is used afterwards, so every round counts.
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
  assert(n != 3);  // fails here
  pthread_join(t, NULL);
  return 0;
}
