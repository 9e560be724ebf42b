// fermata: holds
#include <fermata/fermata.h>

int main(void) {
  int slot = 0;
  fermata_exclusive_begin(&slot);
  fermata_exclusive_end(&slot);
}
