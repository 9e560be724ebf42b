// fermata: violated safety misuse at 5
// fermata-says: a section on a null pointer
#include <fermata/fermata.h>

int main(void) { fermata_wait_begin(0); }  // fails here
