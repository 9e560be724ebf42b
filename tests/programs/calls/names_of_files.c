// fermata: holds
// Both functions called basename, and dirname, which write into their argument.
#include <assert.h>
#include <libgen.h>
#include <pthread.h>
#include <string.h>

static int parts(const char *path, const char *folder, const char *name) {
  char one[32], other[32];
  strcpy(one, path);
  strcpy(other, path);
  return strcmp(dirname(one), folder) == 0 && strcmp(basename(other), name) == 0;
}

static void *take_apart(void *unused) {
  assert(parts("/usr/lib", "/usr", "lib"));
  assert(parts("/usr/", "/", "usr"));
  assert(parts("usr", ".", "usr"));
  assert(parts("/", "/", "/"));
  assert(parts("///", "/", "/"));
  assert(parts("", ".", "."));
  assert(parts("a//b//", "a", "b"));
  assert(parts("//a/b", "//a", "b"));
  assert(parts("..", ".", ".."));
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, take_apart, 0);
  pthread_join(thread, 0);
  return 0;
}
