// fermata: violated termination livelock
// fermata-args: --engine bounded --property termination
//
// Figure 1(a) of Atig, Bouajjani, Emmi, Lal (CAV 2012) as printed: there is a fair run that never ends. This engine
// does not ask whether the loop can be left, and so calls a livelock what exploring calls a stuck loop.
#include "../termination/mutant_1a_printed.c"
