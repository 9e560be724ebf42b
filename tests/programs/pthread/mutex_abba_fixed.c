// fermata: holds
// The twin of mutex_abba.c: the account with the lower address is locked first.
#include <assert.h>
#include <pthread.h>

typedef struct {
  pthread_mutex_t mutex;
  int money;
} account_t;

static account_t accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(account_t *from, account_t *to, int amount) {
  account_t *first = from < to ? from : to;
  account_t *second = from < to ? to : from;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
  from->money -= amount;
  to->money += amount;
  pthread_mutex_unlock(&second->mutex);
  pthread_mutex_unlock(&first->mutex);
}

static void *pay_back(void *unused) {
  (void)unused;
  transfer(&accounts[1], &accounts[0], 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, pay_back, NULL);
  transfer(&accounts[0], &accounts[1], 2);
  pthread_join(thread, NULL);
  assert(accounts[0].money == 9 && accounts[1].money == 11);
  return 0;
}
