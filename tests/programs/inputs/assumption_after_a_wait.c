// fermata: violated hang self-deadlock at 29
// What is assumed of the message comes after the wait for it. A start with another message is no state, although the
// wait could be woken spuriously again and again before it comes.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t sent = PTHREAD_COND_INITIALIZER;
static int message = -1;

static void *sender(void *unused) {
  (void)unused;
  const int chosen = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= chosen && chosen <= 3);
  pthread_mutex_lock(&mutex);
  message = chosen;
  pthread_cond_signal(&sent);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  pthread_mutex_lock(&mutex);
  while (message < 0) pthread_cond_wait(&sent, &mutex);
  __VERIFIER_assume(message % 2 == 0);
  if (message == 2) pthread_mutex_lock(&mutex);  // stuck here
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
