// fermata: holds
// The signal is ignored.
#include <signal.h>

int main(void) {
  signal(SIGTERM, SIG_IGN);
  raise(SIGTERM);
}
