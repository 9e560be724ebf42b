// fermata: violated hang deadlock at 15
// Two transfers in opposite directions; both threads stand at the same line of the same function.
#include <pthread.h>

typedef struct {
  pthread_mutex_t mutex;
  int money;
} account_t;

static account_t alice = {PTHREAD_MUTEX_INITIALIZER, 10};
static account_t bob = {PTHREAD_MUTEX_INITIALIZER, 10};

static void transfer(account_t *from, account_t *to, int amount) {
  pthread_mutex_lock(&from->mutex);
  pthread_mutex_lock(&to->mutex);  // stuck here
  from->money -= amount;
  to->money += amount;
  pthread_mutex_unlock(&to->mutex);
  pthread_mutex_unlock(&from->mutex);
}

static void *pay_back(void *unused) {
  (void)unused;
  transfer(&bob, &alice, 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, pay_back, NULL);
  transfer(&alice, &bob, 2);
  pthread_join(thread, NULL);
  return 0;
}
