// fermata: violated termination livelock
// fermata-args: --property hang,safety,termination
// Figure 1(c) of Atig, Bouajjani, Emmi, Lal (CAV 2012): whenever Thread2 has read g, Thread1 changes it. Here Thread1 stops when
// Thread2 is done, as in figure 3(b); otherwise it could go on for ever all by itself.
var g: bv2;
var x: int where x == 0;
var done: bool where !done;

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
  while (!done) {
    call Acquire(1);
    havoc g;
    x := 0;
  }
}

procedure Thread2()
  modifies g, x, done;
{
  var gi, gf: bv2;
  while (true) {
    gi := g;
    gf := 3bv2;
    call Acquire(2);
    if (g == gi) {
      g := gf;
      x := 0;
      done := true;
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
