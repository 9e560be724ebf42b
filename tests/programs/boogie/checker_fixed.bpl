// fermata: holds
// fermata-args: --property hang,safety,termination
// An assertion that is checked while the program goes on, after the third example of Atig, Bouajjani, Emmi, Lal (CAV 2012), figure 3(c) there: what the
// checker has read counts only if nothing was written meanwhile, and the third time it gives up.
var version, value, checked: bool;

procedure Writer() modifies version, value;
{
  var round: bool;
  round := true;
  while (!checked) {
    value := round;
    version := round;
    round := !round;
  }
}

procedure Checker() modifies checked;
{
  var before, seen, done: bool;
  var tries: int;
  done := false;
  tries := 0;
  while (!done && tries < 3) {
    tries := tries + 1;
    before := version;
    seen := value;
    done := version == before;
  }
  checked := true;
}

procedure {:entrypoint} Main() modifies version, value, checked;
{
  version, value, checked := false, false, false;
  async call Writer();
  async call Checker();
}
