// SPDX-License-Identifier: Apache-2.0
// Something of everything that is read; it need not make sense.
type Node;
type Id = int;
const unique nil, a, b: Node;
const N: Id;
axiom N == 4 && (N > 0);
const M: int;
axiom M >= 1 && M <= 3;
function {:inline} next(i: int): int { (i + 1) mod N }
function {:bvbuiltin "bvadd"} add(x: bv8, y: bv8) returns (r: bv8);
function {:bvbuiltin "bvult"} less(x: bv8, y: bv8): bool;
function max(x: int, y: int): int { if x > y then x else y }
var {:index 0, 7} m: [int]int;
var links: [Node]Node;
var grid: [bool, bv2]bool;
var deep: [int][bool]bv16;
var {:thread_local} own: int;
var count: int where 0 <= count && count < 3;
var flag: bool;
var byte, other: bv8;

procedure corral_atomic_begin();
procedure corral_atomic_end();
procedure corral_getThreadID() returns (t: int);
procedure nobody(x: int) returns (y: int);

procedure swap(i: int, j: int) returns (done: bool)
  requires i >= 0;
  modifies m;
  ensures done;
{
  assert i != j || m[i] == m[j];
  m[i] := m[i];
  m := m[j := m[i]];
  done := true;
}

procedure Worker(n: int, c: Node)
  modifies m, flag, byte, grid, links, deep, own, count;
{
  var i, t: int;
  var z: bool;
  var bits: bv8;
  own := n;
  call t := corral_getThreadID();
  i := 0;
outer:
  while (i < N && own == n)
    invariant i >= 0;
  {
    call corral_atomic_begin();
    assume !flag || (forall k: int :: 0 <= k && k < N ==> m[k] >= 0);
    flag := true;
    byte := add(byte, 1bv8);
    call corral_atomic_end();
    havoc bits;
    assume less(bits, 3bv8);
    grid[z, bits[2:0]] := !grid[z, bits[2:0]] <==> flag;
    if (*) {
      break outer;
    } else if (bits == 2bv8) {
      goto one, two, three;
    }
    i := next(max(i, 0)) + 0 * t - -1 div 1;
    call z := swap(i mod 8, 1);
    flag := false;
  }
  return;
one:
  assume m[0] == 0;
  links := links[c := nil];
  goto three;
two:
  assume !(m[0] == 0);
  deep[1][z] := bits ++ 5bv8;
  assume {:sourceloc "a.c", 3, 7} true;
  yield;
three:
  if (exists k: int :: 0 <= k && k < 3 && m[k] == count) {
    call i := nobody(3);
  }
}

procedure {:entrypoint} Main(start: int)
  requires start == 1 || start == 2;
  modifies m;
{
  var k, id: int;
  var n: Node;
  assume (forall i: int :: m[i] == 0) && (forall x: bool, y: bv2 :: !grid[x, y]) && (forall i: Node :: links[i] == nil) && byte == 0bv8;
  havoc n;
  k := start;
  async call id := Worker(k, n);
  async call Worker(M + 1, if flag then a else b);
}
