/* SPDX-License-Identifier: Apache-2.0
 * bakery.cpp: Lamport's bakery.
 */
#ifndef N
#define N 2
#endif
#define NT N
#include "common.h"
byte number[N];
#ifndef BUG
bool choosing[N];
#endif
byte counter;
#define NEXT(j) ((j+1==ME) -> j+2 : j+1)
#define BUSY(j) (number[j] != 0 && (number[j] < mx || (number[j] == mx && j < ME)))

proctype T() {
  byte k, t, j, mx;
top:
#ifndef BUG
  choosing[ME] = 1;
#endif
scan:
  if
  :: d_step { j <  N-1 -> mx = (number[j] > mx -> number[j] : mx); j++ }; goto scan
  :: d_step { j == N-1 -> mx = (number[j] > mx -> number[j] : mx); j = 0 }
  fi;
#ifdef BUG
  d_step { mx++; number[ME] = mx; j = (ME==0 -> 1 : 0) };
w1:
#else
  d_step { mx++; number[ME] = mx };
  d_step { choosing[ME] = 0; j = (ME==0 -> 1 : 0) };
w1:
  if
  :: choosing[j] -> goto w1
  :: else
  fi;
#endif
w2:
  if
  :: BUSY(j) -> goto w2
  :: d_step { !BUSY(j) && NEXT(j) <  N -> j = NEXT(j) }; goto w1
  :: d_step { !BUSY(j) && NEXT(j) >= N -> j = 0; mx = 0 }
  fi;
  t = counter;
  d_step { assert(counter == t); counter = t+1; t = 0 };
  ENDROUND(number[ME] = 0);
end: false
}
#define SPAWN run T()
#define FINAL (counter == N*K)
#include "main.h"
