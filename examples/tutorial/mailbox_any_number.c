// fermata: holds
// fermata-args: --property hang,termination,safety
// The repaired mailbox, with as many letters as there may be: nobody can try all of these numbers, but it can be proved that it always ends.
#include <pthread.h>
#include <stdbool.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool full;
static int letters;

static void *send(void *unused) {
  for (int i = 0; i < letters; i++) {
    pthread_mutex_lock(&lock);
    while (full) pthread_cond_wait(&changed, &lock);
    full = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *receive(void *unused) {
  for (int i = 0; i < letters; i++) {
    pthread_mutex_lock(&lock);
    while (!full) pthread_cond_wait(&changed, &lock);
    full = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t sender, receiver;
  letters = __VERIFIER_nondet_int();
  pthread_create(&sender, NULL, send, NULL);
  pthread_create(&receiver, NULL, receive, NULL);
  pthread_join(sender, NULL);
  pthread_join(receiver, NULL);
  return 0;
}
