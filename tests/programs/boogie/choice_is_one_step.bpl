// fermata: holds
// fermata-args: --property hang,safety,termination
// `goto` with a condition at each place is an `if`: nobody chooses the wrong place and waits there.
var g, h: bool where !g;

procedure Reader()
  modifies h;
{
  goto set, unset;
set:
  assume g;
  h := true;
  return;
unset:
  assume !g;
  h := false;
}

procedure Writer()
  modifies g;
{
  g := true;
}

procedure {:entrypoint} Main()
{
  async call Reader();
  async call Writer();
}
