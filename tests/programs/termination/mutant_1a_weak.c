// fermata: holds
// fermata-args: --property hang,safety,termination --fairness weak
#include "mutant_1a.c"
