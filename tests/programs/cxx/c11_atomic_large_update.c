// fermata: violated safety assertion at 26
// Loading an atomic structure and storing it again are two steps: an update can be lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct account {
  long balance, deposits, last;
};
static _Atomic struct account account;

static void *deposit(void *unused) {
  struct account next = account;
  next.balance += 10;
  next.deposits++;
  account = next;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, deposit, NULL);
  deposit(NULL);
  pthread_join(thread, NULL);
  const struct account last = account;
  assert(last.balance == 20);  // fails here
  assert(last.deposits == 2);
  return 0;
}
