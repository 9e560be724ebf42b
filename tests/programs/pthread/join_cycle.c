// fermata: violated hang join-cycle
// main joins the first thread, the first the second, the second main.
#include <pthread.h>
#include <semaphore.h>

static pthread_t main_thread, first, second;
static sem_t second_known;

static void *join_main(void *unused) {
  (void)unused;
  pthread_join(main_thread, NULL);
  return NULL;
}

static void *join_second(void *unused) {
  (void)unused;
  sem_wait(&second_known);
  pthread_join(second, NULL);
  return NULL;
}

int main(void) {
  sem_init(&second_known, 0, 0);
  main_thread = pthread_self();
  pthread_create(&first, NULL, join_second, NULL);
  pthread_create(&second, NULL, join_main, NULL);
  sem_post(&second_known);
  pthread_join(first, NULL);
  return 0;
}
