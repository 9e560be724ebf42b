// fermata: holds
//
// A block in a procedure that is called in a block: both are one step.
var lock: int;
procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure Take(me: int) modifies lock;
{
  call corral_atomic_begin();
  assume lock == 0;
  lock := me;
  call corral_atomic_end();
}

procedure Worker() modifies lock;
{
  var me: int;
  call corral_atomic_begin();
  call me := corral_getThreadID();
  call Take(me);
  call corral_atomic_end();
  assert lock == me;
  lock := 0;
}

procedure corral_getThreadID() returns (id: int);

procedure {:entrypoint} Main() modifies lock;
{
  lock := 0;
  async call Worker();
  async call Worker();
}
