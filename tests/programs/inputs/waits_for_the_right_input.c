// fermata: violated hang stuck-loop at 8
// The environment may be unkind, also where it has many values.
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
  for (;;) {
    unsigned key = __VERIFIER_nondet_uint();  // stuck here
    __VERIFIER_assume(key < 20);
    if (key == 13) return 0;
  }
}
