// fermata: holds
// As large_local_ends.c, but the thread is joined before the scope ends.
#include <pthread.h>

static void *worker(void *arg) {
  ((char *)arg)[50000] = 1;
  return 0;
}

static void begin(void) {
  char room[65000];
  room[50000] = 0;
  pthread_t t;
  pthread_create(&t, 0, worker, room);
  pthread_join(t, 0);
}

int main(void) {
  begin();
}
