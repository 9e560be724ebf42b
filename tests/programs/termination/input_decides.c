// fermata: violated hang stuck-loop at 8
// fermata: violated termination stuck-loop fair inescapable at 8
// fermata-args: --property hang,safety,termination
// If the input is always 'again' this goes on for ever.
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  while (__VERIFIER_nondet_bool()) {}  // stuck here
}
