// fermata: unmodelled more than 16 waits of one thread at a time (fermata_wait_begin)
#include <fermata/fermata.h>

static char events[17];

int main(void) {
  for (int i = 0; i < 17; i++) fermata_wait_begin(&events[i]);
  for (int i = 0; i < 17; i++) fermata_wait_end(&events[i]);
}
