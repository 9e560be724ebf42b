// fermata: holds
var depth: int;

procedure Factorial(n: int) returns (r: int) modifies depth;
{
  depth := depth + 1;
  if (n == 0) {
    r := 1;
    return;
  }
  call r := Factorial(n - 1);
  r := n * r;
}

procedure Even(n: int) returns (b: bool) { if (n == 0) { b := true; } else { call b := Odd(n - 1); } }
procedure Odd(n: int) returns (b: bool) { b := false; if (n != 0) { call b := Even(n - 1); } }

procedure {:entrypoint} Main() modifies depth;
{
  var r: int;
  var b: bool;
  depth := 0;
  call r := Factorial(5);
  assert r == 120 && depth == 6;
  call b := Even(7);
  assert !b;
  call b := Even(8);
  assert b;
}
