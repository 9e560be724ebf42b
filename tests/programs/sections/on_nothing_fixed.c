// fermata: holds
#include <fermata/fermata.h>

int main(void) {
  int event = 0;
  fermata_wait_begin(&event);
  fermata_wait_end(&event);
}
