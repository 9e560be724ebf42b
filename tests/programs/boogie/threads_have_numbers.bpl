// fermata: holds
//
// The caller is told the same number as the thread itself, and each has its own thread-local variable.
var {:thread_local} mine: int;
var {:index 0, 7} told: [int]bool;
var n, sum: int;

procedure corral_getThreadID() returns (id: int);

procedure Child(a: int) modifies mine, n, told;
{
  var id: int;
  call id := corral_getThreadID();
  mine := id + a;
  told[id] := true;
  assert mine == id + a && id != 1;
  n := n + 1;
}

procedure {:entrypoint} Main() modifies mine, n, told, sum;
{
  var first, second, me, last: int;
  assume (forall i: int :: !told[i]);
  mine := 99;
  n := 0;
  sum := 3;
  call me := corral_getThreadID();
  async call first := Child(sum);
  sum := 4;
  async call second := Child(sum);
  call last := corral_getChildThreadID();
  assert me == 1 && first != second && last == second;
  assume n == 2;
  assert told[first] && told[second] && !told[me] && mine == 99;
}

procedure corral_getChildThreadID() returns (id: int);
