// fermata: violated termination livelock
// fermata-args: --engine bounded --property termination
//
// Figure 1(b) of Atig, Bouajjani, Emmi, Lal (CAV 2012).
#include "../termination/mutant_1b.c"
