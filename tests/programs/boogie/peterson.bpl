// fermata: holds
// fermata-args: --property hang,safety,termination
//
// Peterson's algorithm. Whoever is let in is alone.
var flag: [bool]bool;
var turn, inside: bool;

procedure Enter(me: bool) modifies flag, turn, inside;
{
  flag[me] := true;
  turn := !me;
  while (flag[!me] && turn != me) { }
  assert !inside;
  inside := true;
  inside := false;
  flag[me] := false;
}

procedure {:entrypoint} Main() modifies flag, turn, inside;
{
  assume !flag[false] && !flag[true] && !inside;
  async call Enter(false);
  async call Enter(true);
}
