// fermata: violated hang stuck-loop
// fermata: violated termination stuck-loop
// fermata-args: --property hang,safety,termination
// Figure 1(a) of Atig, Bouajjani, Emmi, Lal (CAV 2012) as printed: Thread2 may be done before Thread1 says g := false, and then
// Thread1 spins for ever. figure_1a.bpl is what was meant.
var g: bool;

procedure Thread1()
  modifies g;
{
  g := false;
  while (!g) {
  }
}

procedure Thread2()
  modifies g;
{
  g := true;
}

procedure {:entrypoint} Main()
{
  async call Thread1();
  async call Thread2();
}
