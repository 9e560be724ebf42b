// SPDX-License-Identifier: Apache-2.0
// The conditions under which transactions lose no hang, each with a switch.
#pragma once

namespace fermata::reduce {

/// All are needed, except where it says otherwise; tests switch one off to show that.
struct Rules {
  // When a transaction ends.
  bool keeps_where_it_blocks = true;
  bool cuts_cycles_of_locks = true;
  bool halts_after_others = true;  ///< what halts the program is no left mover
  bool inputs_stand_alone = true;
  bool slots_lie_open = true;  ///< after the commit, what was allocated is not published in the same transaction: a
                               ///< thread with an old address of that place must be seen to access it
  /// Taking a lock begins a transaction, too. Needed for weak fairness only: there must be a state in which the waiting
  /// thread stands before the lock, or it looks as if it were always enabled.
  bool acquires_begin = false;
  /// Taking and giving back units and shares are no movers. Needed for termination only: readers that overlap keep a
  /// writer out for ever, though each of them lets go; as transactions one after the other they do not.
  bool shares_overlap = false;
  /// After its first step a transaction has committed. Needed once states are left out that can only break an
  /// assumption: a step that leads to one is none, so before the commit a thread may have to stop anywhere.
  bool first_step_commits = false;

  // Which steps are movers.
  bool locks_may_be_missing = true;   ///< what is used without a lock, such as a condition variable, is not protected
  bool locks_may_be_observed = true;  ///< try_lock sees whether others have the lock
  bool ends_may_be_observed = true;   ///< detaching a thread, or trying to join it, sees whether it still runs
  bool readers_count = true;          ///< reading what others write needs protection, too
  bool writers_may_change = true;     ///< a lock that some writers do not have protects no reads
  bool shares_only_read = true;       ///< others may hold a share of the same lock, so it protects no writes
  bool blocked_steps_read = true;     ///< a blocked step has read what it waits for
  bool numbers_are_shared = true;     ///< starting a thread takes a number, joining one gives it back
  bool finished_is_not_gone = true;   ///< a thread that runs alone among finished ones: they may have been slower
  bool slots_are_used_again = true;   ///< allocating where others may come with an old address is no mover
  bool places_are_shared = true;      ///< an allocation reads what others may free below it; freeing writes that
  bool waits_are_asked_about = true;  ///< beginning to wait, if others ask who does, is no mover
  bool guards_are_watched = true;     ///< writing what predicates of ownership read may change owners: no mover
  bool declaring_is_noticed = true;   ///< nor is declaring ownership, or the end of a thread that has declared some
  bool declaring_uses = true;         ///< declaring a variable counts as an access, for those who use it undeclared
};

}  // namespace fermata::reduce
