// fermata: violated safety abort at 8
// fermata-args: --conventions none
// Elsewhere it is a failure.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused) {
  return unused ? unused : (abort(), unused);  // fails here
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
}
