// fermata: violated hang deadlock
//
// One of the workers never says that it is done.
const N: int;
axiom N == 3;
var {:index 0, 2} stopped: [int]bool;
var n: int;

procedure Worker(i: int) modifies stopped, n;
{
  n := n + 1;
  if (i != 1) { stopped[i] := true; }
}

procedure {:entrypoint} Main() modifies stopped, n;
{
  var i: int;
  assume (forall k: int :: !stopped[k]);
  n := 0;
  i := 0;
  while (i < N) {
    async call Worker(i);
    i := i + 1;
  }
  assume (forall k: int :: 0 <= k && k < N ==> stopped[k]);
  assert n == N;
}
