// fermata: holds
//
// div and mod are Euclid's: the remainder is never negative. Unary operators bind most, ==> associates to the right.
var a, b: int;
var p, q: bool;

procedure {:entrypoint} Main() modifies a, b, p, q;
{
  a := -7;
  b := 2;
  assert a div b == -4 && a mod b == 1;
  assert a div -b == 4 && a mod -b == 1;
  assert -a div -b == -3 && -a mod -b == 1;
  assert -a div b == 3 && -a mod b == 1;
  assert -8 div b == -4 && -8 mod b == 0;
  assert a div 2 == -4 && a mod 2 == 1 && a div -2 == 4 && a mod -2 == 1;
  assert a - b - 1 == -10 && 1 - b * 3 == -5 && a == b - 9;
  p, q := false, true;
  assert p ==> p ==> p;
  assert !((p ==> p) ==> p);
  assert !p == q;
  assert (q <== p) && !(p <== q);
  assert p ==> p <==> q;
  assert (if q then a else b) == -7;
}
