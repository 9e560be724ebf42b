// fermata: violated termination livelock
// fermata-args: --property hang,safety,termination
// An assertion that is checked while the program goes on, after the third example of Atig, Bouajjani, Emmi, Lal (CAV 2012), figure 3(c) there: what the
// checker has read counts only if nothing was written meanwhile, and it never gives up. The same in C: tests/programs/bounded/checker_without_timeout.c.
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
  done := false;
  while (!done) {
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
