// fermata: holds
// fermata-clang: -DIN_ORDER
// A lock that its holder may take again (the paper's section 5.2), built from an atomic. The depth belongs to the holder, and
// is counted down before the lock is let go.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int holder;  // 0: nobody
static int depth;
static int balance;

static void take(int me) {
  if (holder == me) {
    ++depth;
    return;
  }
  for (int nobody = 0; !atomic_compare_exchange_weak(&holder, &nobody, me); nobody = 0) {}
  depth = 1;
}

static void let_go(int me) {
  (void)me;
#ifdef IN_ORDER
  if (--depth == 0) holder = 0;
#else
  if (depth > 1) {
    --depth;
    return;
  }
  holder = 0;
  --depth;  // fails here
#endif
}

static void deposit(int me) {
  take(me);
  take(me);
  balance += 1;
  let_go(me);
  let_go(me);
}

static void *work(void *unused) {
  fermata_owns_while_equal(&depth, sizeof depth, &holder, 2);
  fermata_owns_while_equal(&balance, sizeof balance, &holder, 2);
  deposit(2);
  return unused;
}

int main(void) {
  fermata_owns_while_equal(&depth, sizeof depth, &holder, 1);
  fermata_owns_while_equal(&balance, sizeof balance, &holder, 1);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  deposit(1);
  pthread_join(thread, NULL);
  return balance - 2;
}
