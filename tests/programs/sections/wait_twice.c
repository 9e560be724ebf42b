// fermata: violated safety misuse at 11
// fermata-says: a wait is begun that this thread is in already
// The first wait was left by a way that does not end it.
#include <fermata/fermata.h>

static int event, tries;

static void wait(void) {
  while (tries++ < 2) {
    // The second time it is still open.
    fermata_wait_begin(&event);  // fails here
    if (!event) continue;
    fermata_wait_end(&event);
  }
}

int main(void) { wait(); }
