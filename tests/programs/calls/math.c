// fermata: holds
// The functions of <math.h> on the machine under test.
#include <assert.h>
#include <errno.h>
#include <math.h>

static int near(double x, double y) { return fabs(x - y) <= 4e-16 * fabs(y); }

int main(void) {
  assert(near(exp(1), 2.718281828459045) && near(log(10), 2.302585092994046) && pow(2, 10) == 1024 && log2(8) == 3);
  assert(near(sin(1), 0.8414709848078965) && near(cos(1), 0.5403023058681398) && near(tan(1e22), -1.6287782256068988));
  assert(near(atan2(-1, -1), -2.356194490192345) && near(tanh(0.5), 0.46211715726000973) && cbrt(27) == 3 && hypot(3, 4) == 5);
  assert(fmod(-7, 3) == -1 && remainder(7, 4) == -1 && lround(-2.5) == -3 && nextafter(1, 2) > 1 && tgamma(5) == 24);
  assert(powf(2, 0.5f) == 1.41421356f && sqrtl(9) == 3 && ldexp(0.75, 2) == 3 && fma(2, 3, 4) == 10);
  errno = 0;
  assert(isnan(log(-1)) && errno == EDOM && isinf(exp(1000)) && errno == ERANGE);
}
