// fermata: holds
// fermata-args: --property safety
// What a thread requires has to hold where it is started, as with any call. It may speak of variables that nobody has assigned.
var ready: bool;

procedure Worker(turns: int)
  requires ready && turns > 0;
{
}

procedure {:entrypoint} Main()
  modifies ready;
{
  ready := true;
  async call Worker(1);
}
