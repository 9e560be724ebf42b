// fermata: holds
//
// A free slot is chosen, whichever; when there is none, the thread waits until there is one.
var {:index 0, 1} taken: [int]bool;
procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure Worker() modifies taken;
{
  var slot: int;
  call corral_atomic_begin();
  havoc slot;
  assume 0 <= slot && slot < 2;
  assume !taken[slot];
  taken[slot] := true;
  call corral_atomic_end();
  taken[slot] := false;
}

procedure {:entrypoint} Main() modifies taken;
{
  assume !taken[0] && !taken[1];
  async call Worker();
  async call Worker();
  async call Worker();
}
