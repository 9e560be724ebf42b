// fermata: violated termination starvation fair none
// fermata-args: --property hang,safety,termination --exhaustive --fairness none
#include "peterson.c"
