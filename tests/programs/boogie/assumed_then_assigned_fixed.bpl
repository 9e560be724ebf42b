// fermata: holds
// fermata-args: --property safety
// What is assumed in the beginning speaks of other values than those that are assigned later.
var a, b: bool where a != b;

procedure {:entrypoint} Main()
  modifies a, b;
{
  a, b := true, false;
  assert a != b;
}
