// fermata: violated safety use-after-return
// A thread is given a large local variable whose scope ends before it is joined.
#include <pthread.h>

static void *worker(void *arg) {
  ((char *)arg)[50000] = 1;  // fails here
  return 0;
}

static pthread_t begin(void) {
  char room[65000];
  room[50000] = 0;
  pthread_t t;
  pthread_create(&t, 0, worker, room);
  return t;
}

int main(void) {
  pthread_t t = begin();
  pthread_join(t, 0);
}
