// SPDX-License-Identifier: Apache-2.0
// What a reduction must respect.
#pragma once

namespace fermata::reduce {

/// All of them are needed, except where it says otherwise; tests leave one out to see that it is.
struct Rules {
  // When a transaction ends.
  bool keeps_where_it_blocks = true;
  bool cuts_cycles_of_locks = true;
  bool halts_after_others = true;  ///< what halts the program is no left mover
  bool inputs_stand_alone = true;
  bool slots_lie_open = true;  ///< what has taken a slot into use after others moved publishes nothing: who has an old
                               ///< address of it must be seen to come
  /// Taking a lock begins a transaction, too. Needed for weak fairness only: who waits for a lock must
  /// be seen to stand before it, or it looks as if it could go on all the time.
  bool acquires_begin = false;
  /// Units and shares are no movers. Needed for termination only: readers who relieve one another keep a writer out for
  /// ever, though each of them lets go; taken one at a time they do not.
  bool shares_overlap = false;

  // Which steps are movers.
  bool locks_may_be_missing = true;   ///< what is used without a lock, such as a condition variable, is not protected
  bool locks_may_be_observed = true;  ///< who tries to lock sees whether others have the lock
  bool ends_may_be_observed = true;   ///< who detaches a thread, or tries to join it, sees whether it still runs
  bool readers_count = true;          ///< reading what others write needs protection, too
  bool writers_may_change = true;     ///< a lock that some who write do not have protects no reading
  bool shares_only_read = true;       ///< who has a share of a lock is not alone, so it protects no writing
  bool blocked_steps_read = true;     ///< to be blocked is to have looked
  bool numbers_are_shared = true;     ///< who starts a thread takes a number, who joins one gives it back
  bool finished_is_not_gone = true;   ///< alone among finished threads is not alone: they may have been slower
  bool slots_are_used_again = true;   ///< who takes one into use where others may come with an old address is seen
  bool guards_are_watched = true;     ///< writing what predicates of ownership read may change owners: no mover
  bool declaring_is_noticed = true;   ///< nor is saying who owns what, or the end of a thread that has said so
  bool declaring_uses = true;  ///< who declares a variable has used it, for those who use it without a declaration
};

}  // namespace fermata::reduce
