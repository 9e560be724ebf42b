// fermata: unknown because no run without end was found within 2 rounds
// fermata-args: --engine bounded --property termination --bound 2
//
// Figure 1(b), repaired.
#include "../termination/mutant_1b_fixed.c"
