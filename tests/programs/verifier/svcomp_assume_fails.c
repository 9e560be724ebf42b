// fermata: violated safety assertion at 14
// fermata-args: --conventions svcomp
// As svcomp_assume.c, and the number is one of those that are left.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}

int main(void) {
  const int n = __VERIFIER_nondet_int();
  assume_abort_if_not(0 <= n && n < 1000);
  if (n == 999) reach_error();  // fails here
  return n;
}
