// fermata: holds
// fermata-args: --property hang,safety,termination
//
// Names are free: they may be those of functions that C knows, or have signs in them that C does not.
var $M.0, x', a~b, ?q, #h, exit, main: int;
var \assume, `back`, it's: bool;
procedure abort() modifies exit; { exit := 1; }
procedure malloc(size: int) returns (p: int) { p := size + 1; }
procedure pthread_mutex_lock() modifies x'; { x' := 2; }
procedure __fermata_fail() modifies a~b; { a~b := 3; }
procedure _exit() modifies ?q; { ?q := 4; }
procedure {:entrypoint} Main() modifies $M.0, x', a~b, ?q, #h, exit, main; {
  var l$: int;
  a~b, ?q := 0, 0; exit := 0; #h := 5; main := 1; \assume := true; `back` := false; it's := true;
  call abort();
  call l$ := malloc(4);
  call pthread_mutex_lock();
  async call __fermata_fail();
  async call _exit();
  assume exit == 1;
  assert l$ == 5 && x' == 2 && exit == 1 && \assume && it's && !`back`;
  assume a~b == 3 && ?q == 4;
  assert #h == 5 && main == 1;
}
