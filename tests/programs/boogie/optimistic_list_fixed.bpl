// fermata: holds
// fermata-args: --property hang,safety,termination
// The optimistic list of figure 3(b) of Atig, Bouajjani, Emmi, Lal (CAV 2012), as in bench/programs/optimistic_list.cpp: here the other
// thread changes it twice, and no more. Node k has key k; 0 is the head and 3 the tail.
var {:index 0, 3} next, lock: [int]int;
var running: bool;

procedure Take(node: int, me: int) modifies lock;
{
  call corral_atomic_begin();
  assume lock[node] == 0;
  lock[node] := me;
  call corral_atomic_end();
}

procedure StillThere(before: int, after: int) returns (yes: bool)
{
  var node: int;
  node := 0;
  yes := false;
  while (node <= before) {
    if (node == before) {
      yes := next[before] == after;
      return;
    }
    node := next[node];
  }
}

procedure Change(key: int, adds: bool, me: int) modifies next, lock;
{
  var before, after: int;
  var ok: bool;
  ok := false;
  while (!ok) {
    before := 0;
    after := next[before];
    while (after < key) {
      before := after;
      after := next[after];
    }
    call Take(before, me);
    call Take(after, me);
    call ok := StillThere(before, after);
    if (ok && adds && after != key) {
      next[key] := after;
      next[before] := key;
    }
    if (ok && !adds && after == key) {
      next[before] := next[after];
      next[after] := 3;  // it is free
    }
    lock[after] := 0;
    lock[before] := 0;
  }
}

procedure First() modifies next, lock, running;
{
  call Change(2, true, 1);
  running := false;
}

procedure Other() modifies next, lock;
{
  call Change(1, true, 2);
  call Change(1, false, 2);
}

procedure {:entrypoint} Main() modifies next, lock, running;
{
  assume (forall k: int :: next[k] == 3) && (forall k: int :: lock[k] == 0);
  running := true;
  async call First();
  async call Other();
}

procedure corral_atomic_begin();
procedure corral_atomic_end();
