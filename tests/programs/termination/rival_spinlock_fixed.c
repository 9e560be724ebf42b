// fermata: holds
// fermata-args: --property hang,safety,termination
// A ticket lock: first come, first served, so that nobody is missed. Tickets are counted in a byte, so that states come back.
#include "rival.h"
static atomic_uchar next_ticket, serving;
static void lock(int me) { (void)me; for (unsigned char mine = next_ticket++; serving != mine;) {} }
static void unlock(int me) { (void)me, ++serving; }
