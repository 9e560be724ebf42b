// fermata: violated safety assertion
// fermata-leaves-out: nothing
// A copy of a struct has the counter, too.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct stats {
  int hits, misses;
} now, then;

static void *worker(void *unused) {
  now.hits++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  now.misses++;
  pthread_join(t, 0);
  memcpy(&then, &now, sizeof then);
  assert(then.hits + then.misses < 2);  // fails here
}
