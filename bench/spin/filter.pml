/* SPDX-License-Identifier: Apache-2.0
 * filter.cpp: Peterson's lock for N threads.
 */
#ifndef N
#define N 3
#endif
#define NT N
#include "common.h"
byte level[N];
byte victim[N];
byte counter;
#define NEXT(j) ((j+1==ME) -> j+2 : j+1)

proctype T() {
  byte k, t, j, L = 1;
top:
lv:
  level[ME] = L;
  d_step { victim[L] = ME; j = (ME==0 -> 1 : 0) };
w:
  if
  :: d_step { level[j] < L && NEXT(j) < N -> j = NEXT(j) }; goto w
  :: d_step { level[j] < L && NEXT(j) >= N && L <  N-1 -> L++; j = 0 }; goto lv
  :: d_step { level[j] < L && NEXT(j) >= N && L == N-1 -> L = 1; j = 0 }; goto cs
  :: level[j] >= L
  fi;
  if
  :: victim[L] == ME -> goto w
  :: d_step { victim[L] != ME && NEXT(j) < N -> j = NEXT(j) }; goto w
  :: d_step { victim[L] != ME && NEXT(j) >= N && L <  N-1 -> L++; j = 0 }; goto lv
  :: d_step { victim[L] != ME && NEXT(j) >= N && L == N-1 -> L = 1; j = 0 }; goto cs
  fi;
cs:
  t = counter;
  d_step { assert(counter == t); counter = t+1; t = 0 };
  ENDROUND(level[ME] = 0);
end: false
}
#define SPAWN run T()
#define FINAL (counter == N*K)
#include "main.h"
