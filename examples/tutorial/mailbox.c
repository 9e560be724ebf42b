// fermata: violated hang lost-wakeup
// A mailbox for one letter, one who sends, and one who receives until the mailbox is closed.
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
  closed = true;
  pthread_cond_signal(&changed);
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
  pthread_t sender, receiver;
  pthread_create(&receiver, NULL, receive, NULL);
  pthread_create(&sender, NULL, send, NULL);
  pthread_join(sender, NULL);
  close_mailbox();
  pthread_join(receiver, NULL);
  return 0;
}
