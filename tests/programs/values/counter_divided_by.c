// fermata: violated safety division-by-zero
// fermata-leaves-out: part
// Nobody looks at the quotient.
#include <pthread.h>

int left = 2, part;

static void *worker(void *unused) {
  left--;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  left--;
  pthread_join(t, 0);
  part = 100 / left;  // fails here
}
