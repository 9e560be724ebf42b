/* SPDX-License-Identifier: Apache-2.0
 * barrier.cpp: a barrier that reverses its sense; with -DBUG a counter that cannot be used twice.
 */
#ifndef N
#define N 2
#endif
#define NT N
#include "common.h"
#ifdef BUG
byte count;
#else
byte count = N;
bool sense;
#endif
byte phase[N];

proctype T() {
  byte k;
  bool ls;
top:
#ifdef BUG
  phase[ME] = k+1;
  if
  :: d_step { count == N-1 -> count = N };
     count = 0
  :: d_step { count <  N-1 -> count++ };
w:   if
     :: count == 0
     :: else -> goto w
     fi
  fi;
#else
  STEP(phase[ME] = k+1; ls = !ls);
  if
  :: d_step { count == 1 -> count = 0 };
     count = N;
     sense = ls
  :: d_step { count > 1 -> count-- };
w:   if
     :: sense == ls
     :: else -> goto w
     fi
  fi;
#endif
  ENDROUND(assert(phase[(ME+1)%N] >= k+1));
end: false
}
#define SPAWN run T()
#include "main.h"
