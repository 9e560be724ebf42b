/* SPDX-License-Identifier: Apache-2.0
 * fq.cpp: the counter of Flanagan and Qadeer. Choosing a method is one step.
 */
#ifndef N
#define N 2
#endif
#define NT N
#include "common.h"
bool mx, my;
byte x, y;
short count;

proctype T() {
  byte k, tx, ty;
top:
  if
  :: true -> goto incr
  :: true -> goto decr
  :: true -> goto rd
  fi;
incr:
  LOCK(mx);
  tx = x;
  count++;
  d_step { x = tx+1; tx = 0 };
  ENDROUND(mx = 0);
  goto end;
decr:
  LOCK(my);
  ty = y;
  count--;
  d_step { y = ty+1; ty = 0 };
  ENDROUND(my = 0);
  goto end;
rd:
  LOCK(mx);
  tx = x;
  LOCK(my);
  ty = y;
  d_step { assert(count == tx-ty); tx = 0; ty = 0 };
  my = 0;
  ENDROUND(mx = 0);
end: false
}
#define SPAWN run T()
#include "main.h"
