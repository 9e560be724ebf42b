// fermata: violated termination starvation fair none
// fermata-args: --property hang,safety,termination --exhaustive --fairness none
// The scheduler lets only the one run who spins.
#include "spinlock.c"
