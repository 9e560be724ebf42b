// fermata: holds
//
// The loop is entered when g comes up, and left when it is over: never does it wait for both.
var g: bool;
var n: int;

procedure Watch() modifies n;
{
  goto again, ends;
  again:
  assume g;
  assume !g;
  n := 1;
  goto again, ends;
  ends:
  assume n == 1;
}

procedure {:entrypoint} Main() modifies g, n;
{
  g := false;
  n := 0;
  async call Watch();
  g := true;
  g := false;
  while (n == 0) {
    g := true;
    g := false;
  }
}
