// fermata: violated hang deadlock
//
// Who waits in the middle of an atomic block waits in front of it: nobody ever sees g.
var g, h: bool;

procedure A() modifies g;
{
  call corral_atomic_begin();
  g := true;
  assume h;
  call corral_atomic_end();
}

procedure B() modifies h;
{
  assume g;
  h := true;
}

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure {:entrypoint} Main() modifies g, h;
{
  g := false;
  h := false;
  async call A();
  async call B();
}
