// fermata: holds
// The assumption leaves the environment no choice.
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
  for (;;) {
    unsigned key = __VERIFIER_nondet_uint();
    __VERIFIER_assume(key > 12 && key < 14);
    if (key == 13) return 0;
  }
}
