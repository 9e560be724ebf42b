// fermata: unknown because no run without end was found within 2 rounds
// fermata-args: --engine bounded --property termination --bound 2
//
// Figure 1(a) as it is meant: every fair run ends, and nothing is found.
#include "../termination/mutant_1a.c"
