// fermata: holds
// As wait_twice.c, but the wait ends on both ways.
#include <fermata/fermata.h>

static int event, tries;

static void wait(void) {
  while (tries++ < 2) {
    fermata_wait_begin(&event);
    fermata_wait_end(&event);
  }
}

int main(void) { wait(); }
