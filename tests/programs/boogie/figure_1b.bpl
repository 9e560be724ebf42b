// fermata: violated termination livelock
// fermata-args: --property hang,safety,termination
// Figure 1(b) of Atig, Bouajjani, Emmi, Lal (CAV 2012): each waits for the value that the other takes away.
var g: bool;

procedure Thread1()
  modifies g;
{
  while (g) {
    g := false;
  }
}

procedure Thread2()
  modifies g;
{
  while (!g) {
    g := true;
  }
}

procedure {:entrypoint} Main()
{
  async call Thread1();
  async call Thread2();
}
