/* SPDX-License-Identifier: Apache-2.0
 * A floating-point number as decimal digits.
 */
#pragma once

struct decimal {
  char *digits; /* the first and the last one are not '0'; none: the number is 0 */
  int count;
  int point; /* so many of the digits stand before the point; negative: so many zeros come first after it */
};

/* Where to round: behind so many digits, or so many digits behind the point, whichever comes first. */
struct rounding {
  long digits;
  long decimals;
};
static const long nowhere = 1l << 40;

/* How many characters the digits of x may need while they are computed. */
int __fermata_decimal_room(double x, struct rounding rounding);
/* The digits of x, which is finite and not negative: exact, and what is between two numbers goes to the nearer one, or
 * to the one with the even last digit. */
void __fermata_decimal(struct decimal *result, double x, struct rounding rounding);
