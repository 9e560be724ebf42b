// fermata: violated safety assertion at 9
// fermata-says: __VERIFIER_error was called
// The older name, through a pointer.
static void __VERIFIER_error() {}

static void (*volatile handler)() = __VERIFIER_error;

int main() {
  handler();  // fails here
}
