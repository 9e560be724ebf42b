// fermata: holds
// fermata-args: --property hang,safety,termination --fairness weak
// Dekker's lock: who has just been in steps back. After that the other one cannot be missed.
#include "rival.h"
static atomic_bool wants[2];
static atomic_int turn;
static void lock(int me) {
  wants[me] = 1;
  while (wants[!me]) {
    if (turn == me) continue;
    wants[me] = 0;
    while (turn != me) {}
    wants[me] = 1;
  }
}
static void unlock(int me) {
  turn = !me;
  wants[me] = 0;
}
