// fermata: holds
// fermata-args: --property hang,safety,termination
// Figure 1(a) of Atig, Bouajjani, Emmi, Lal (CAV 2012) as it is meant: g is false before the threads start.
var g: bool;

procedure Thread1()
{
  while (!g) {
  }
}

procedure Thread2()
  modifies g;
{
  g := true;
}

procedure {:entrypoint} Main()
  modifies g;
{
  g := false;
  async call Thread1();
  async call Thread2();
}
