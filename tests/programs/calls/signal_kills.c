// fermata: violated safety abort at 6
// A signal that nobody handles ends the process.
#include <signal.h>

int main(void) {
  raise(SIGTERM);  // fails here
}
