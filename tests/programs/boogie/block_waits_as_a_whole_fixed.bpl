// fermata: holds
//
// Two steps: g is seen before h is waited for.
var g, h: bool;

procedure A() modifies g;
{
  g := true;
  assume h;
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
