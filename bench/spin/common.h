/* SPDX-License-Identifier: Apache-2.0
 * What the models have in common.
 *
 * One d_step, or one guard, is one access to shared memory or one operation of the library in the program of the same
 * name. What a thread does by itself belongs to the step before it, and variables that are no longer needed are zeroed.
 * A thread that has finished blocks at `end' instead of dying, since Promela's processes may die only in the reverse
 * order of their creation, and waiting for that would be states of its own.
 *
 * A model defines NT, the number of threads, and before it includes main.h SPAWN and, if main reads a variable at the
 * end, FINAL. K is the number of rounds.
 */
#ifndef K
#define K 1
#endif

#define ME (_pid-1)
bool fin[NT];

#define ENDROUND_OF(ROUNDS, OP) \
  if \
  :: d_step { k <  ROUNDS-1 -> OP; k++; }; goto top \
  :: d_step { k == ROUNDS-1 -> OP; fin[ME]=1; } \
  fi
#define ENDROUND(OP) ENDROUND_OF(K, OP)

/* the if..fi only makes the step a legal target of goto */
#define STEP(x)   if :: d_step { x } fi
#define LOCK(l)   STEP(!l -> l = 1)
