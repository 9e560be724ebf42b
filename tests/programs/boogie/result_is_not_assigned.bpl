// fermata: violated safety assertion at 9
//
// Whoever assigns nothing gives anything.
procedure p() returns (r: bool) { }
procedure {:entrypoint} Main()
{
  var b: bool;
  call b := p();
  assert b;  // fails here
}
