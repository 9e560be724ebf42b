// fermata: holds
//
// A free precondition is nobody's duty; postconditions and invariants are for proofs.
var x: int;

procedure p(n: int) returns (r: int);
  free requires n == 1;
  requires n > 0 && x >= 0;
  modifies x;
  free ensures r == 100;
  ensures x == old(x) + n;

implementation p(n: int) returns (r: int)
{
  x := x + n;
  r := n;
}

procedure {:entrypoint} Main()
  requires x == 0;
  modifies x;
{
  var r: int;
  call r := p(2);
  assert r == 2 && x == 2;
  while (x < 5)
    invariant x < 3;
    free invariant old(x) == 0;
  {
    call r := p(1);
  }
  assert x == 5;
}
