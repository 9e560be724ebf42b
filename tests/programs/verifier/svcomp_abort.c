// fermata: holds
// fermata-args: --conventions svcomp
// In SV-COMP abort only ends the program.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused) {
  (void)unused;
  abort();
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
}
