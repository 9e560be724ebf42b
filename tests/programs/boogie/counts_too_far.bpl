// fermata: unmodelled an integer that leaves 64 bits
// fermata-args: --property safety
// An int has no end. Ours has, and says so instead of beginning again from below.
procedure {:entrypoint} Main()
{
  var n: int;
  n := 9223372036854775806;
  n := n + 1;
  n := n + 1;
  assert n > 0;
}
