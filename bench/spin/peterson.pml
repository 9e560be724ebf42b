/* SPDX-License-Identifier: Apache-2.0
 * peterson.cpp: Peterson's mutual exclusion.
 */
#define N 2
#define NT N
#include "common.h"
bool flag[2];
byte turn, counter;

proctype T() {
  byte k, t;
top:
#ifdef BUG
  turn = 1-ME;
  flag[ME] = 1;
#else
  flag[ME] = 1;
  turn = 1-ME;
#endif
w:
  if
  :: !flag[1-ME] -> goto cs
  :: else
  fi;
  if
  :: turn == 1-ME -> goto w
  :: else
  fi;
cs:
  t = counter;
  d_step { assert(counter == t); counter = t+1; t = 0 };
  ENDROUND(flag[ME] = 0);
end: false
}
#define SPAWN run T()
#define FINAL (counter == 2*K)
#include "main.h"
