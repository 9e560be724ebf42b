// fermata: holds
// fermata-args: --property hang,safety,termination
procedure Down(n: int) returns (deepest: int)
{
  deepest := n;
  if (n < 500) {
    call deepest := Down(n + 1);
  }
}

procedure {:entrypoint} Main()
{
  var deepest: int;
  call deepest := Down(0);
  assert deepest == 500;
}
