// fermata: violated termination livelock at 19
// fermata-args: --engine bounded --property termination
//
// Nothing depends on g, and x never changes: for the machine the inner loop is private work.
var g, h: bool;
var x: int;

procedure T0() modifies h;
{
  h := !h;
}

procedure T1() modifies g, h;
{
  var l: bool;
  l := false;
  while (!h)
  {
    while (x == 1) { g := !g; }
    h := h;
  }
}

procedure {:entrypoint} Main() modifies g, h, x;
{
  g := false;
  h := true;
  x := 1;
  async call T0();
  async call T1();
}
