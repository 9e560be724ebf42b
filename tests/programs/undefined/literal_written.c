// fermata: violated safety invalid-access at 8
// fermata-clang: -O2
// The text of a literal is written to, with what stands there already.
#include <string.h>

static void strip(char *text) {
  char *end = strchr(text, ' ');
  *end = *end;  // fails here
}

int main(void) {
  strip("a b");
  return 0;
}
