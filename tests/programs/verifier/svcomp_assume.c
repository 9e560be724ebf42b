// fermata: holds
// fermata-args: --conventions svcomp
// The body of assume_abort_if_not would try all numbers; as an assumption it says which are left. As in all programs of SV-COMP it is defined here.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}

int main(void) {
  const int n = __VERIFIER_nondet_int();
  assume_abort_if_not(0 <= n && n < 1000);
  if (n == 1000) reach_error();
  return n;
}
