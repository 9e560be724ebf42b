// fermata: violated termination livelock
// fermata-args: --property hang,safety,termination
// Figure 3(a) of Atig, Bouajjani, Emmi, Lal (CAV 2012), with 3 philosophers: each takes the left fork, sees that the right one is taken, and begins again.
const N: int;
axiom N == 3;
var {:index 0, 2} Lock: [int]int;

procedure TryLock(i: int, me: int) returns (taken: bool)
  modifies Lock;
{
  call corral_atomic_begin();
  taken := Lock[i] == 0;
  if (taken) {
    Lock[i] := me;
  }
  call corral_atomic_end();
}

procedure Philosopher(n: int)
  modifies Lock;
{
  var left, right: int;
  var taken: bool;
  left := n;
  right := (n + 1) mod N;
  while (true) {
    call taken := TryLock(left, n + 1);
    if (taken) {
      call taken := TryLock(right, n + 1);
      if (taken) {
        break;
      }
      Lock[left] := 0;
    }
  }
  Lock[right] := 0;
  Lock[left] := 0;
}

procedure {:entrypoint} Main()
  modifies Lock;
{
  var i: int;
  assume (forall k: int :: Lock[k] == 0);
  i := 0;
  while (i < N) {
    async call Philosopher(i);
    i := i + 1;
  }
}

procedure corral_atomic_begin();
procedure corral_atomic_end();
