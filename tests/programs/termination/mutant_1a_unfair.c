// fermata: violated termination starvation fair none
// fermata-args: --property hang,safety,termination --exhaustive --fairness none
// Thread2 is passed over for ever. That is not a hang: whenever the scheduler is kind again, the program ends.
#include "mutant_1a.c"
