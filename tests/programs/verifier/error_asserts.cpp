// fermata: violated safety assertion at 6
// fermata-says: Assertion 'false' failed
// A body that fails by itself comes first.
#include <cassert>

void reach_error() { assert(false); }  // fails here

int main() { reach_error(); }
