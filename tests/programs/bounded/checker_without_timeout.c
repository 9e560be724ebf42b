// fermata: violated termination livelock
// fermata-args: --engine bounded --property termination
//
// It never gives up, and the writer always writes between its reads.
#include "checker.h"

static void check(void) {
  while (!read_value()) {}
}
