// fermata: violated safety assertion at 9
var x: int;

procedure p(n: int) requires n > x; { }

procedure {:entrypoint} Main() modifies x;
{
  x := 2;
  call p(2);  // fails here
}
