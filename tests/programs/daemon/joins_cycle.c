// fermata: violated hang join-cycle
// fermata-args: --daemon
// Two threads wait for each other's end while a third one works on. Nobody serves whom they wait for.
#include <pthread.h>
#include <semaphore.h>

static pthread_t first, second;
static sem_t known;
static int beat;

static void *wait_for_second(void *unused) {
  sem_wait(&known);
  pthread_join(second, NULL);  // stuck here
  return unused;
}

static void *wait_for_first(void *unused) {
  pthread_join(first, NULL);  // stuck here
  return unused;
}

int main(void) {
  sem_init(&known, 0, 0);
  pthread_create(&first, NULL, wait_for_second, NULL);
  pthread_create(&second, NULL, wait_for_first, NULL);
  sem_post(&known);
  for (;;) beat = !beat;
}
