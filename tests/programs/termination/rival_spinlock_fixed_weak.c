// fermata: holds
// fermata-args: --property hang,safety,termination --fairness weak
#include "rival_spinlock_fixed.c"
