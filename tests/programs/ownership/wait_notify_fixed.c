// fermata: holds
// fermata-clang: -DIN_ONE_GO
// Wait and notify (the paper's section 5.3), built from an atomic. The set of those who wait belongs to the holder of the
// lock. Main looks whether there is work and begins to wait without letting it go in between.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { waiter = 1, notifier = 2 };
static atomic_int holder;  // 0: nobody
static int waiting;        // a bit for each
static int ready;

static void take(int me) {
  for (int nobody = 0; !atomic_compare_exchange_weak(&holder, &nobody, me); nobody = 0) {}
}
static void let_go(void) { holder = 0; }

static void wait_for_notification(int me) {
  waiting |= 1 << me;
  let_go();
  for (;;) {
    take(me);
    if (!(waiting & 1 << me)) return;
    let_go();
  }
}
static void notify_all(void) { waiting = 0; }

static void declare(int me) {
  fermata_owns_while_equal(&waiting, sizeof waiting, &holder, me);
  fermata_owns_while_equal(&ready, sizeof ready, &holder, me);
}

static void *work(void *unused) {
  declare(notifier);
  take(notifier);
  ready = 1;
  notify_all();
  let_go();
  return unused;
}

int main(void) {
  declare(waiter);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  take(waiter);
#ifdef IN_ONE_GO
  while (!ready) wait_for_notification(waiter);
#else
  int is_ready = ready;
  let_go();
  take(waiter);
  if (!is_ready) wait_for_notification(waiter);
#endif
  let_go();
  pthread_join(thread, NULL);
}
