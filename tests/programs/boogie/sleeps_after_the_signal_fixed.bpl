// fermata: holds
//
// The consumer looks, finds nothing and goes to sleep; nobody comes between the two.
var items: int;
var sleeping, woken: bool;
procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure Consumer() modifies items, sleeping, woken;
{
  var empty: bool;
  call corral_atomic_begin();
  empty := items == 0;
  if (empty) {
    sleeping := true;
  }
  call corral_atomic_end();
  if (empty) {
    assume woken;
  }
  items := items - 1;
}

procedure Producer() modifies items, woken;
{
  items := items + 1;
  if (sleeping) { woken := true; }
}

procedure {:entrypoint} Main() modifies items, sleeping, woken;
{
  items, sleeping, woken := 0, false, false;
  async call Consumer();
  async call Producer();
}
