/* SPDX-License-Identifier: Apache-2.0
 * ticket.cpp: a ticket lock.
 */
#ifndef N
#define N 2
#endif
#define NT N
#include "common.h"
byte next, serving, counter;

proctype T() {
  byte k, my, t;
top:
  STEP(my = next; next++);
w:
  if
  :: serving == my
  :: else -> goto w
  fi;
  t = counter;
  d_step { assert(counter == t); counter = t+1; t = 0 };
  ENDROUND(serving = my+1; my = 0);
end: false
}
#define SPAWN run T()
#define FINAL (counter == N*K)
#include "main.h"
