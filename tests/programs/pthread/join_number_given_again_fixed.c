// fermata: holds
// The server waits for what the loader has done.
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
  while (stage != 1) pthread_cond_wait(&changed, &mutex);
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
