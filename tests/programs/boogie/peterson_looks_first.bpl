// fermata: violated safety assertion at 11
// Peterson's algorithm, but each looks whether the other one is there before it says that it is itself.
var flag: [bool]bool;
var turn, inside: bool;

procedure Enter(me: bool) modifies flag, turn, inside;
{
  while (flag[!me] && turn != me) { }
  turn := !me;
  flag[me] := true;
  assert !inside;  // fails here
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
