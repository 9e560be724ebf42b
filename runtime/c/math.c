/* SPDX-License-Identifier: Apache-2.0
 * The part of <math.h> that a machine has instructions for. The rest is not modelled.
 */
#define UNARY(name, operation)                                           \
  double name(double x) { return __builtin_elementwise_##operation(x); } \
  float name##f(float x) { return __builtin_elementwise_##operation(x); }

UNARY(fabs, abs)
UNARY(floor, floor)
UNARY(ceil, ceil)
UNARY(trunc, trunc)
UNARY(round, round)
UNARY(rint, rint)
UNARY(nearbyint, nearbyint)
UNARY(sqrt, sqrt)

double fmin(double x, double y) { return x != x || y < x ? y : x; }
double fmax(double x, double y) { return x != x || y > x ? y : x; }
float fminf(float x, float y) { return x != x || y < x ? y : x; }
float fmaxf(float x, float y) { return x != x || y > x ? y : x; }
