// fermata: holds
// fermata-clang: -O2
// The same with an array that begins with this text.
#include <string.h>

static void strip(char *text) {
  char *end = strchr(text, ' ');
  *end = *end;
}

int main(void) {
  char text[] = "a b";
  strip(text);
  return 0;
}
