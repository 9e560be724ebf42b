// fermata: holds
//
// What a where clause says holds in the beginning and after each havoc, and not otherwise.
var x: int where x == 0 || x == 3;
var y: int where 0 <= y && y < 6 && y > x;

procedure p(n: int where n == x) returns (r: int where r == 1 || r == 2)
{
  var l: int where 0 <= l && l < 3 && l == n;
  assert l == n;
  havoc r;
}

procedure {:entrypoint} Main() modifies x, y;
{
  var l: int where 0 <= l && l < 3;
  assert (x == 0 || x == 3) && x < y && y < 6;
  assert 0 <= l && l < 3;
  x := 5;
  assert x == 5;
  havoc x;
  assert x == 0 || x == 3;
  x := 0;
  havoc y, l;
  assume y == l;  // 0 <= l && l < 3
  assert y == 1 || y == 2;
  call l := p(0);
  assert l == 1 || l == 2;
}
