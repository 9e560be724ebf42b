// fermata: violated termination livelock
// fermata-args: --engine bounded --property termination
//
// The deadline is set anew in each round, so it never comes.
#include "checker.h"

static void check(void) {
  const time_t month = 30 * 86400;
  for (;;) {
    const time_t deadline = now() + month;
    if (read_value() || now() > deadline) return;
  }
}
