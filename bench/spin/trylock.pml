/* SPDX-License-Identifier: Apache-2.0
 * trylock.c: philosophers that back off.
 */
#ifndef N
#define N 2
#endif
#define NT N
#include "common.h"
#define R ((ME+1)%N)
bool fk[N];

proctype Phil() {
  byte k;
top:
  LOCK(fk[ME]);
  if
  :: d_step { !fk[R] -> fk[R] = 1 }
  :: fk[R] -> fk[ME] = 0; goto top
  fi;
  fk[R] = 0;
  ENDROUND(fk[ME] = 0);
end: false
}
#define SPAWN run Phil()
#include "main.h"
