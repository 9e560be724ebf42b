// fermata: holds
//
// Jumps that no while would make: two ways into one loop.
var x: int;

procedure {:entrypoint} Main() modifies x;
{
  x := 0;
  if (*) { goto second; }
  first:
  x := x + 1;
  second:
  x := x + 2;
  if (x < 6) { goto first; }
  assert x == 6 || x == 8;
}
