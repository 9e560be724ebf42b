// fermata: holds
// Floating-point numbers are printed digit for digit as they are, and what lies in the middle goes to the even side.
#include <assert.h>
#include <float.h>
#include <stdio.h>
#include <string.h>

static char text[2000];

#define PRINTS(expected, ...) assert((snprintf(text, sizeof text, __VA_ARGS__), strcmp(text, expected) == 0))

int main(void) {
  PRINTS("0 2 2 4", "%.0f %.0f %.0f %.0f", 0.5, 1.5, 2.5, 3.5);
  PRINTS("1.00 0.2 0.3", "%.2f %.1f %.1f", 1.005, 0.25, 0.35);
  PRINTS("0.10000000000000000555", "%.20g", 0.1);
  PRINTS("0.29999999999999999", "%.17g", 0.3);
  PRINTS("99999999999999991611392", "%.0f", 1e23);
  PRINTS("1e+06 999999 1e-05 0.0001", "%g %g %g %g", 999999.9, 999999.4, 1e-5, 1e-4);
  PRINTS("1.797693e+308 4.94066e-324", "%e %g", DBL_MAX, 4.9406564584124654e-324);
  PRINTS("-0.000000|+inf|  nan", "%f|%+f|%5.1f", -0.0, __builtin_inf(), __builtin_nan(""));
  PRINTS("0x1.999999999999ap-4 0x1.8p+1 0x0p+0", "%a %a %a", 0.1, 3.0, 0.0);
  PRINTS("   0x1.ap-4|0X2P+0|0x0.0000000000001p-1022", "%11.1a|%.0A|%a", 0.1, 1.5, 4.9406564584124654e-324);
  PRINTS("00003.142|3.1   |3.", "%09.3f|%-6.1f|%#.0f", 3.14159, 3.14159, 3.14159);
  assert(snprintf(text, sizeof text, "%.1100f", 4.9406564584124654e-324) == 1102);
  assert(strncmp(text + 2 + 323, "4940656458412465441765687928", 28) == 0 && text[2 + 1073] == '5' && text[2 + 1074] == '0');
  assert(snprintf(text, sizeof text, "%f", DBL_MAX) == 309 + 7 && strncmp(text, "17976931348623157081452742373", 29) == 0);
  return 0;
}
