/* SPDX-License-Identifier: Apache-2.0
 * bbuf.cpp: a bounded buffer with a mutex and condition variables.
 * A wait is two steps: let go and sleep; once woken, lock. Nobody wakes up without a signal.
 */
#ifndef P
#define P 1
#endif
#ifndef C
#define C 1
#endif
#ifndef CAP
#define CAP 1
#endif
#define NT (P+C)
#include "common.h"
bool m;
byte count;
byte buf[CAP];
bool w[NT];

#define OPT(i,lo,hi) :: d_step { (i>=lo && i<hi && w[i]) -> w[i] = 0 }
#define ANY(i,lo,hi) || (i>=lo && i<hi && w[i])
#if P+C > 2
#define OPT2(lo,hi) OPT(2,lo,hi)
#define ANY2(lo,hi) ANY(2,lo,hi)
#else
#define OPT2(lo,hi)
#define ANY2(lo,hi)
#endif
#if P+C > 3
#define OPT3(lo,hi) OPT(3,lo,hi)
#define ANY3(lo,hi) ANY(3,lo,hi)
#else
#define OPT3(lo,hi)
#define ANY3(lo,hi)
#endif
#if P+C > 4
#define OPT4(lo,hi) OPT(4,lo,hi)
#define ANY4(lo,hi) ANY(4,lo,hi)
#else
#define OPT4(lo,hi)
#define ANY4(lo,hi)
#endif
#if P+C > 5
#define OPT5(lo,hi) OPT(5,lo,hi)
#define ANY5(lo,hi) ANY(5,lo,hi)
#else
#define OPT5(lo,hi)
#define ANY5(lo,hi)
#endif
#define SIGNAL(lo,hi) \
  if \
  OPT(0,lo,hi) OPT(1,lo,hi) OPT2(lo,hi) OPT3(lo,hi) OPT4(lo,hi) OPT5(lo,hi) \
  :: !(false ANY(0,lo,hi) ANY(1,lo,hi) ANY2(lo,hi) ANY3(lo,hi) ANY4(lo,hi) ANY5(lo,hi)) \
  fi
#ifdef TWOCV
#define WAKE_CONS SIGNAL(P,(P+C))
#define WAKE_PROD SIGNAL(0,P)
#else
#define WAKE_CONS SIGNAL(0,(P+C))
#define WAKE_PROD SIGNAL(0,(P+C))
#endif

proctype Prod() {
  byte k;
top:
  LOCK(m);
chk:
  if
  :: count == CAP ->
     d_step { w[ME] = 1; m = 0 };
     d_step { !w[ME] && !m -> m = 1 };
     goto chk
  :: else
  fi;
  buf[count] = ME+1;
  count = count+1;
  WAKE_CONS;
  ENDROUND(m = 0);
end: false
}

proctype Cons() {
  byte k;
top:
  LOCK(m);
chk:
  if
  :: count == 0 ->
     d_step { w[ME] = 1; m = 0 };
     d_step { !w[ME] && !m -> m = 1 };
     goto chk
  :: else
  fi;
  assert(buf[count-1] != 0);
  count = count-1;
  WAKE_PROD;
  ENDROUND_OF(((P*K)/C), m = 0);
end: false
}
#define SPAWN if :: i < P -> run Prod() :: else -> run Cons() fi
#include "main.h"
