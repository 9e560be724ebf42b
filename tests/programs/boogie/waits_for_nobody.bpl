// fermata: violated hang deadlock
// fermata-args: --property hang,safety
// A thread that waits for ever is a hang, also if the procedure that the program begins with has ended.
var ready: bool where !ready;

procedure Waiter()
{
  assume ready;
}

procedure {:entrypoint} Main()
{
  async call Waiter();
}
