// fermata: holds
// fermata-args: --property hang,safety,termination
// waits_for_nobody.bpl, and somebody says so.
var ready: bool where !ready;

procedure Waiter()
{
  assume ready;
}

procedure {:entrypoint} Main()
  modifies ready;
{
  async call Waiter();
  ready := true;
}
