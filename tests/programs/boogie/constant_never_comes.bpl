// fermata: holds
// fermata-args: --property hang,safety,termination
// Nobody waits for a constant, nor for what is the thread's own: such an assumption says which runs count.
const Debug: bool;
var {:thread_local} own: bool;

procedure Worker()
  modifies own;
{
  assume Debug;
  own := Debug;
  assume own;
  assert Debug;
}

procedure {:entrypoint} Main()
{
  async call Worker();
  async call Worker();
}
