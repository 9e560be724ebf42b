// fermata: holds
// fermata-args: --daemon
// Two threads that hand a turn to and fro with semaphores, for ever: to post is to serve.
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;

static void *play_ping(void *unused) {
  for (;;) sem_wait(&pong), sem_post(&ping);
  return unused;
}

static void *play_pong(void *unused) {
  for (;;) sem_wait(&ping), sem_post(&pong);
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&ping, 0, 1);
  sem_init(&pong, 0, 0);
  pthread_create(&a, NULL, play_ping, NULL);
  pthread_create(&b, NULL, play_pong, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
