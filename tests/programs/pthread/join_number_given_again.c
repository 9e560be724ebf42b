// fermata: violated hang lost-wakeup at 22
// fermata-says: join loader#1; start server#1
// The thread that is stuck has the number of one that was joined before; they are told apart.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stage;

static void *loader(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  stage = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *server(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  while (stage != 2) pthread_cond_wait(&changed, &mutex);  // stuck here
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, loader, NULL);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, server, NULL);
  pthread_join(thread, NULL);
  return 0;
}
