// fermata: holds
// Two semaphores take turns.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int ball;

static void *player(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    sem_wait(&ping);
    assert(ball == 2 * i + 1);
    ball++;
    sem_post(&pong);
  }
  return NULL;
}

int main(void) {
  sem_init(&ping, 0, 0);
  sem_init(&pong, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, player, NULL);
  for (int i = 0; i < 2; i++) {
    ball++;
    sem_post(&ping);
    sem_wait(&pong);
  }
  pthread_join(thread, NULL);
  assert(ball == 4);
  sem_destroy(&ping);
  sem_destroy(&pong);
  return 0;
}
