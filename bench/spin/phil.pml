/* SPDX-License-Identifier: Apache-2.0
 * phil.c: dining philosophers.
 */
#ifndef N
#define N 3
#endif
#define NT N
#include "common.h"
#ifdef ORDERED
#define A ((ME==N-1) -> 0 : ME)
#define B ((ME==N-1) -> N-1 : ME+1)
#else
#define A ME
#define B ((ME+1)%N)
#endif
bool fk[N];

proctype Phil() {
  byte k;
top:
  LOCK(fk[A]);
  LOCK(fk[B]);
  fk[B] = 0;
  ENDROUND(fk[A] = 0);
end: false
}
#define SPAWN run Phil()
#include "main.h"
