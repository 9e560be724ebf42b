// fermata: holds
//
// A name stands for what is declared next to it.
type Number = int;
var x, y: Number;
function twice(x: int): int { x + x }
function both(x: bool, y: bool): bool { x && (exists x: bool :: x == y) }

procedure Shadows(y: int) returns (r: int) modifies x;
{
  var x: int;
  x := y + 1;
  r := twice(x) + twice(y);
}

procedure {:entrypoint} Main() modifies x, y;
{
  var z: int;
  x := 10;
  y := 20;
  call z := Shadows(3);
  assert z == 14 && x == 10 && y == 20;
  assert both(true, false) && !both(false, true);
  assert (forall x: int :: 0 <= x && x < 3 ==> x < y) && x == 10;
  assert twice(twice(x)) == 40;
}
