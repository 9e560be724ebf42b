// fermata: holds
// Ping-pong on one condition variable: it works only if a waiter gives the mutex back and, woken,
// holds it again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn;
static int inside;

static void play(int me) {
  for (int round = 0; round < 2; round++) {
    pthread_mutex_lock(&mutex);
    while (turn != me) pthread_cond_wait(&turned, &mutex);
    assert(inside == 0);
    inside = 1;
    turn = 1 - me;
    inside = 0;
    pthread_cond_signal(&turned);
    pthread_mutex_unlock(&mutex);
  }
}

static void *pong(void *unused) {
  (void)unused;
  play(1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, pong, NULL);
  play(0);
  pthread_join(thread, NULL);
  return 0;
}
