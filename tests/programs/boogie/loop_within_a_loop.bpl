// fermata: violated termination livelock
// fermata-args: --engine bounded --property termination
//
// The loop that is found has a smaller one in it, which the stem has not been to.
var g, h: bool;
var x: int;
procedure corral_atomic_begin();
procedure corral_atomic_end();
procedure T0() modifies g, h, x;
{
  var t, l: bool;
  l := false;
  l := false;
  havoc l;
}
procedure T1() modifies g, h, x;
{
  var t, l: bool;
  l := false;
  if (*) {
    if (*) {
      x := 0;
    } else {
      havoc g;
      assume g <==> l;
      h := false;
    }
  } else {
    while (*) {
      havoc l;
      assume l || g;
    }
    h := l;
  }
}
procedure {:entrypoint} Main() modifies g, h, x;
requires g == true && h == true && x == 1;
{
  async call T0();
  async call T1();
}
