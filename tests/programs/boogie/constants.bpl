// fermata: holds
//
// Unique constants differ; of others what axioms say is known, and any such value is tried.
type Colour;
const unique red, green, blue: Colour;
const any: Colour;
const n, m: int;
axiom n == 3;
axiom n < m && m < n + 3;
axiom any != green;
var x: int;

procedure {:entrypoint} Main() modifies x;
{
  assert red != green && green != blue && red != blue;
  assert any == red || any == blue;
  x := m;
  assert x == 4 || x == 5;
}
