// fermata: holds
//
// Functions of SMT-LIB: signs count only where they say so, and shifts beyond the width are defined.
function {:bvbuiltin "bvslt"} slt(bv8, bv8): bool;
function {:bvbuiltin "bvult"} ult(bv8, bv8): bool;
function {:bvbuiltin "bvsge"} sge(bv8, bv8): bool;
function {:bvbuiltin "bvashr"} ashr(bv8, bv8): bv8;
function {:bvbuiltin "bvlshr"} lshr(bv8, bv8): bv8;
function {:bvbuiltin "bvshl"} shl(bv8, bv8): bv8;
function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
function {:bvbuiltin "bvsub"} sub(bv8, bv8): bv8;
function {:bvbuiltin "bvmul"} mul(bv8, bv8): bv8;
function {:bvbuiltin "bvneg"} neg(bv8): bv8;
function {:bvbuiltin "bvnot"} not(bv8): bv8;
function {:bvbuiltin "bvudiv"} udiv(bv8, bv8): bv8;
function {:bvbuiltin "bvurem"} urem(bv8, bv8): bv8;
function {:bvbuiltin "sign_extend 4"} sext(bv4): bv8;
function {:bvbuiltin "zero_extend 4"} zext(bv4): bv8;
var x, one: bv8;
var n: bv4;

procedure {:entrypoint} Main() modifies x, one, n;
{
  x := 255bv8;
  one := 1bv8;
  assert slt(x, one) && !ult(x, one) && !sge(x, one) && sge(one, x);
  assert add(x, one) == 0bv8 && sub(0bv8, one) == x && mul(x, x) == one;
  assert neg(one) == x && not(one) == 254bv8 && neg(128bv8) == 128bv8;
  x := 128bv8;
  assert ashr(x, one) == 192bv8 && ashr(x, 200bv8) == 255bv8 && lshr(x, 7bv8) == one;
  assert lshr(x, 8bv8) == 0bv8 && shl(one, 8bv8) == 0bv8 && shl(one, x) == 0bv8;
  assert udiv(x, 3bv8) == 42bv8 && urem(x, 3bv8) == 2bv8;
  n := 15bv4;
  assert sext(n) == 255bv8 && zext(n) == 15bv8;
  assert n ++ 2bv4 == 242bv8 && (n ++ 2bv4)[8:4] == n && x[8:7] == 1bv1 && x[7:0] == 0bv7;
}
