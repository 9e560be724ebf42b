// fermata: violated hang lost-wakeup at 20
// The mailbox with a second sender: somebody is woken, and it is not always who can go on.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool full, closed;

static void put(void) {
  pthread_mutex_lock(&lock);
  while (full) pthread_cond_wait(&changed, &lock);
  full = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static bool take(void) {
  pthread_mutex_lock(&lock);
  while (!full && !closed) pthread_cond_wait(&changed, &lock);
  const bool taken = full;
  full = false;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return taken;
}

static void close_mailbox(void) {
  pthread_mutex_lock(&lock);
  closed = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static void *send(void *unused) {
  put();
  put();
  return unused;
}

static void *receive(void *unused) {
  while (take()) {
  }
  return unused;
}

int main(void) {
  pthread_t one, two, receiver;
  pthread_create(&receiver, NULL, receive, NULL);
  pthread_create(&one, NULL, send, NULL);
  pthread_create(&two, NULL, send, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  close_mailbox();
  pthread_join(receiver, NULL);
  return 0;
}
