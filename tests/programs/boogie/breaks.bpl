// fermata: holds
//
// break leaves the innermost loop, or what is labelled, be it an if.
var x: int;

procedure {:entrypoint} Main() modifies x;
{
  x := 0;
  outer: while (true) {
    inner: while (true) {
      x := x + 1;
      if (x == 3) { break outer; }
      if (x > 0) { break; }
      assert false;
    }
    assert x == 1 || x == 2;
  }
  assert x == 3;
  choice: if (x == 3) {
    x := 4;
    if (x == 4) { break choice; }
    x := 5;
  }
  assert x == 4;
  goto middle;
  again:
  x := x + 1;
  middle:
  if (x < 6) { goto again; }
  assert x == 6;
}
