// fermata: violated hang stuck-loop
// fermata: violated safety misuse
// Where one thread has run to its end first, the other's section is open already, and it fails at once. The failing step must count
// as one that looks at sections, or the runs in which the other goes first are not seen (random C program 2500083701).
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static int never, both;

static void *begins_and_ends(void *unused) {
  fermata_exclusive_begin(&both);
  if (atomic_exchange(&turn, 0) == 1) fermata_exclusive_end(&both);
  return unused;
}

static void *spins(void *unused) {
  while (never != 1) {
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, begins_and_ends, NULL);
  pthread_create(&two, NULL, spins, NULL);
  if (atomic_exchange(&turn, 1) == 0) fermata_exclusive_begin(&both);
  pthread_join(two, NULL);
  return 0;
}
