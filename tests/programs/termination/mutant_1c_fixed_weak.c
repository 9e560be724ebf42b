// fermata: violated termination starvation fair weak
// fermata-args: --property hang,safety,termination --exhaustive --fairness weak
// A weakly fair scheduler may let the operation try only when the other thread has the lock.
#include "mutant_1c_fixed.c"
