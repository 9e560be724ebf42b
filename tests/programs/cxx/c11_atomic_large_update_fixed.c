// fermata: holds
// fermata-warns: nothing
// The same, stored only if nobody else has stored meanwhile.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct account {
  long balance, deposits, last;
};
static _Atomic struct account account;

static void *deposit(void *unused) {
  struct account seen = account, next;
  do {
    next = seen;
    next.balance += 10;
    next.deposits++;
  } while (!atomic_compare_exchange_strong(&account, &seen, next));
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, deposit, NULL);
  deposit(NULL);
  pthread_join(thread, NULL);
  const struct account last = account;
  assert(last.balance == 20);
  assert(last.deposits == 2);
  return 0;
}
