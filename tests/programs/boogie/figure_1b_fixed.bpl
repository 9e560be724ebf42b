// fermata: holds
// fermata-args: --property hang,safety,termination
// figure_1b.bpl with threads that set the value once.
var g: bool;

procedure Thread1()
  modifies g;
{
  if (g) {
    g := false;
  }
}

procedure Thread2()
  modifies g;
{
  if (!g) {
    g := true;
  }
}

procedure {:entrypoint} Main()
{
  async call Thread1();
  async call Thread2();
}
