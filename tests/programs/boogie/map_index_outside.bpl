// fermata: unmodelled an index of 'm' outside of 0..3
var {:index 0, 3} m: [int]int;
var i: int;

procedure {:entrypoint} Main() modifies i, m;
{
  assume (forall k: int :: m[k] == 0);
  i := 4;
  assert m[i] == 0;
}
