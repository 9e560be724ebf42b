// fermata: violated safety assertion at 13
// fermata-args: --property safety
// What a thread requires has to hold where it is started, as with any call. It may speak of variables that nobody has assigned.
var ready: bool;

procedure Worker(turns: int)
  requires ready && turns > 0;
{
}

procedure {:entrypoint} Main()
{
  async call Worker(1);
}
