/* SPDX-License-Identifier: Apache-2.0
 * rw.c: readers and writers.
 */
#ifndef R
#define R 2
#endif
#ifndef W
#define W 1
#endif
#define NT (R+W)
#include "common.h"
bool mx;
byte sem = 1, rc, data;      /* sem counts: the bug can post it twice */
#define SEMWAIT STEP(sem > 0 -> sem--)

proctype Reader() {
  byte k, t;
top:
  LOCK(mx);
  t = rc;
  if
  :: d_step { t != 0 -> rc = t+1; t = 0 }
  :: d_step { t == 0 -> rc = t+1 };
     SEMWAIT
  fi;
  mx = 0;
  t = data;
  d_step { assert(data == t); t = 0 };
#ifndef BUG
  LOCK(mx);
#endif
  t = rc;
#ifdef BUG
  if
  :: d_step { t != 1 && k <  K-1 -> rc = t-1; t = 0; k++ }; goto top
  :: d_step { t != 1 && k == K-1 -> rc = t-1; t = 0; fin[ME] = 1 }; goto end
  :: d_step { t == 1 -> rc = t-1; t = 0 }
  fi;
  ENDROUND(sem++);
#else
  if
  :: d_step { t != 1 -> rc = t-1; t = 0 }
  :: d_step { t == 1 -> rc = t-1; t = 0 };
     sem++
  fi;
  ENDROUND(mx = 0);
#endif
end: false
}

proctype Writer() {
  byte k, t;
top:
  SEMWAIT;
  t = data;
  d_step { data = t+1; t = 0 };
  ENDROUND(sem++);
end: false
}
#define SPAWN if :: i < R -> run Reader() :: else -> run Writer() fi
#include "main.h"
