// fermata: violated safety misuse at 10
// fermata-says: a wait is begun that this thread is in already
// A section is known by an address, and outlives the variable there: the wait is still open when the function is called a second time.
#include <fermata/fermata.h>

static volatile int hurry = 1;

static __attribute__((noinline)) void ask(void) {
  volatile int reply = hurry;
  fermata_wait_begin(&reply);  // fails here
  if (reply) return;
  fermata_wait_end(&reply);
}

int main(void) {
  ask();
  ask();
}
