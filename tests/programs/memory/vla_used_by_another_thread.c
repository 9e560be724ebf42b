// fermata: violated safety use-after-return
// A thread works on an array of variable length whose scope ends before it is joined.
#include <pthread.h>

static volatile int n = 3;

static void *worker(void *arg) {
  int *array = arg;
  array[0] = 1;  // fails here
  return 0;
}

int main(void) {
  pthread_t t;
  {
    int array[n];
    array[0] = 0;
    pthread_create(&t, 0, worker, array);
  }
  pthread_join(t, 0);
  return 0;
}
