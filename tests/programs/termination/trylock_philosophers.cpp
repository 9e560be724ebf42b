// fermata: violated termination livelock fair await
// fermata-args: --property hang,safety,termination --exhaustive
// Not a hang, but all of them can put their forks down and take them again at the same time, for ever.
#include "../../../examples/trylock_philosophers.cpp"
