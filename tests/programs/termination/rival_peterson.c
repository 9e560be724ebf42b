// fermata: holds
// fermata-args: --property hang,safety,termination --fairness weak
// Peterson's lock lets the other one in before oneself comes again. Both spin, so weak fairness is all that is needed.
#include "rival.h"
static atomic_bool wants[2];
static atomic_int turn;
static void lock(int me) {
  wants[me] = 1;
  turn = !me;
  while (wants[!me] && turn == !me) {}
}
static void unlock(int me) { wants[me] = 0; }
