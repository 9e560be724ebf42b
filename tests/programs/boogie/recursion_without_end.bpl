// fermata: unmodelled a recursion deeper than 1000 calls
// fermata-args: --property hang,safety,termination
// A stack has no end in Boogie. Ours has, and says so; that is no failure of the program.
procedure Down(n: int) returns (deepest: int)
{
  call deepest := Down(n + 1);
}

procedure {:entrypoint} Main()
{
  var deepest: int;
  call deepest := Down(0);
}
