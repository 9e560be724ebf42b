// fermata: violated hang deadlock
// fermata-args: --property hang,safety
// choice_is_one_step.bpl with places of which none may be possible: the thread waits.
var g, h: bool where !g && !h;

procedure Reader()
  modifies h;
{
  goto set, unset;
set:
  assume g;
  return;
unset:
  assume h;
}

procedure {:entrypoint} Main()
{
  async call Reader();
}
