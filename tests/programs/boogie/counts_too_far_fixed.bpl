// fermata: holds
// fermata-args: --property safety
// counts_too_far.bpl, as far as 64 bits go.
procedure {:entrypoint} Main()
{
  var n: int;
  n := 9223372036854775806;
  n := n + 1;
  assert n > 0;
}
