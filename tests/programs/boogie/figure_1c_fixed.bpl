// fermata: holds
// fermata-args: --property hang,safety,termination
// figure_1c.bpl with a Thread2 that reads g with the lock, so that it needs no second try. It may have to wait for the lock again and
// again; but whenever the lock is free it could go on, and a strongly fair scheduler lets it, some day.
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
  var gf: bv2;
  gf := 3bv2;
  call Acquire(2);
  g := gf;
  x := 0;
  done := true;
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
