// fermata: violated safety ownership at 24
// Two threads take turns with a slot. One of them uses it once more after it has passed the turn on.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int turn;
static int slot;

static int is_its_turn(void *me) { return turn == *(const int *)me; }
static const int first = 0, second = 1;

static void use_slot(void) {
  slot = slot + 1;
  slot = slot * 2;
}

static void *work(void *unused) {
  fermata_owns_while(&slot, sizeof slot, is_its_turn, (void *)&second);
  while (turn != second) {}
  use_slot();
  turn = first;
  slot = 0;  // fails here
  return unused;
}

int main(void) {
  fermata_owns_while(&slot, sizeof slot, is_its_turn, (void *)&first);
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  use_slot();
  turn = second;
  while (turn != first) {}
  use_slot();
  pthread_join(thread, NULL);
}
