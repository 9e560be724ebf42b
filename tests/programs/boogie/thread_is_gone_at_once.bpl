// fermata: violated termination deadlock
// fermata-args: --engine bounded --property termination
//
// Thread T1 does nothing that concerns others, and is gone when the first one stops. T0 waits for what cannot be.
var g, h: bool;
var x: int;
procedure corral_atomic_begin();
procedure corral_atomic_end();
procedure T0() modifies g, h, x;
{
  var t, l: bool;
  l := false;
  while (x == 1) {
    call corral_atomic_begin();
    g := !g;
    assume !g;
    h := true;
    assume x == 0;
    call corral_atomic_end();
    x := 1;
  }
}
procedure T1() modifies g, h, x;
{
  var t, l: bool;
  l := false;
  l := !l;
}
procedure {:entrypoint} Main() modifies g, h, x;
{
  g := false;
  h := false;
  x := 1;
  async call T0();
  async call T1();
}
