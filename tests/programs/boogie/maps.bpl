// fermata: holds
//
// Maps in maps, maps with two indexes, and what is assigned at once: indexes are looked at before.
type Node;
const unique left, right: Node;
var i: int;
var {:index 0, 3} m: [int]int;
var {:index 0, 3} inside: [int][Node]int;
var {:index 0, 3} pair: [Node, int]bool;

procedure {:entrypoint} Main() modifies i, m, inside, pair;
{
  assume (forall k: int :: m[k] == 0) && (forall k: int, n: Node :: inside[k][n] == 7);
  assume (forall n: Node, k: int :: !pair[n, k]);
  i := 1;
  i, m[i] := 2, 5;
  assert i == 2 && m[1] == 5 && m[2] == 0;
  m[i], i := i, 0;
  assert m[2] == 2 && i == 0;
  i, m[1] := m[1], m[2];
  assert i == 5 && m[1] == 2;
  inside[3][left] := 1;
  inside[2] := inside[2][right := 4];
  assert inside[3][left] == 1 && inside[3][right] == 7 && inside[2][right] == 4 && inside[2][left] == 7;
  pair := pair[left, 3 := true];
  assert pair[left, 3] && !pair[right, 3] && !pair[left, 2];
  i := 4;
  assert !(i < 4 && m[i] == 0) && (i == 4 || m[i] == 0);
  assert (exists k: int :: 0 <= k && k < 4 && m[k] == 2);
  assert (forall k: int :: 0 <= k && k < 4 ==> m[k] == 0 || m[k] == 2);
}
