// fermata: holds
// fermata-explains: 'slot': owned by the one whom 'turn' names
// fermata-clang: -DPATIENT
// The commonest predicate has a name of its own. Here a thread waits for its turn.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int turn;
static int slot;

static void *work(void *unused) {
  fermata_owns_while_equal(&slot, sizeof slot, &turn, 1);
#ifdef PATIENT
  while (turn != 1) {}
  slot = 2;
#else
  turn = 1;  // fails here
  slot = 2;
#endif
  return unused;
}

int main(void) {
  fermata_owns_while_equal(&slot, sizeof slot, &turn, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  if (turn == 0) {
    slot = 1;
    slot = 3;
  }
  turn = 1;
  pthread_join(thread, NULL);
}
