// fermata: violated safety assertion at 15
procedure corral_assert_not_reachable();
var x: int;

procedure Other() modifies x; { x := 1; }

procedure {:entrypoint} Main() modifies x;
{
  var before: int;
  x := 0;
  async call Other();
  before := x;
  yield;
  if (x != before) {
    call corral_assert_not_reachable();  // fails here
  }
}
