// fermata: violated safety assertion at 9
const n, m: int;
axiom n == 3;
axiom n < m && m < n + 3;

procedure {:entrypoint} Main()
{
  assert n == 3;
  assert m == 4;  // fails here
}
