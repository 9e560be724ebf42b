// fermata: violated safety misuse at 7
// fermata-says: an exclusive section is left that nobody is in
#include <fermata/fermata.h>

int main(void) {
  int slot = 0;
  fermata_exclusive_end(&slot);  // fails here
}
