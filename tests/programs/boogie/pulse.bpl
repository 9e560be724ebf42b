// fermata: violated safety assertion at 17
//
// Of the assumptions behind a choice, the first is part of it; before the next one others have a turn, and g may have
// gone down again.
var g, over: bool;

procedure Watch()
{
  goto up, ends;
  up:
  assume g;
  assume !g;
  goto seen;
  ends:
  assume over;
  return;
  seen: assert false;  // fails here
}

procedure {:entrypoint} Main() modifies g, over;
{
  g := false;
  over := false;
  async call Watch();
  g := true;
  g := false;
  over := true;
}
