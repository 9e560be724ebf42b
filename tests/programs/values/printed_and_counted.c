// fermata: violated safety assertion
// fermata-leaves-out: nothing
// What is printed is a number of characters, and that is asked for.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int polls = 8;

static void *worker(void *unused) {
  polls++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  polls++;
  pthread_join(t, 0);
  assert(printf("%d\n", polls) == 2);  // fails here: 10 has two digits
}
