// fermata: holds
// fermata-args: --property hang,safety,termination
//
// What is chosen in an atomic block is what leads out of it, also if an assumption is far behind.
var x, y: int;
procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure Worker() modifies x;
{
  var l: int;
  call corral_atomic_begin();
  havoc l;
  assume 0 <= l && l < 4;
  x := l;
  if (*) {
    x := x + 1;
    assume l != y;
  }
  assume x == y;
  call corral_atomic_end();
  assert l == y || l == y - 1;
}

procedure {:entrypoint} Main() modifies x, y;
{
  x := 0;
  y := 2;
  async call Worker();
  async call Worker();
}
