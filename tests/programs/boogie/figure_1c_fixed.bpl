// fermata: holds
// fermata-args: --property hang,safety,termination
// figure_1c.bpl with a Thread1 that writes once.
var g: bv2;
var x: int where x == 0;

procedure Acquire(me: int)
  modifies x;
{
  call corral_atomic_begin();
  assume x == 0;
  x := me;
  call corral_atomic_end();
}

procedure Thread1()
  modifies g, x;
{
  if (*) {
    call Acquire(1);
    havoc g;
    x := 0;
  }
}

procedure Thread2()
  modifies g, x;
{
  var gi, gf: bv2;
  while (true) {
    gi := g;
    gf := 3bv2;
    call Acquire(2);
    if (g == gi) {
      g := gf;
      x := 0;
      return;
    } else {
      x := 0;
    }
  }
}

procedure {:entrypoint} Main()
  modifies g;
{
  g := 0bv2;
  async call Thread1();
  async call Thread2();
}

procedure corral_atomic_begin();
procedure corral_atomic_end();
