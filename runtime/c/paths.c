/* SPDX-License-Identifier: Apache-2.0
 * The parts of a file's name. There are two functions called basename: that of <string.h> leaves its argument alone,
 * and that of <libgen.h>, which C calls __xpg_basename, cuts slashes off its end.
 */
#include <stddef.h>
#include <string.h>

/* Where the last part ends, without the slashes behind it; at least one character stays. */
static char *end_of(char *path) {
  char *end = path + strlen(path);
  while (end > path + 1 && end[-1] == '/') end--;
  return end;
}

char *__xpg_basename(char *path);
char *__xpg_basename(char *path) {
  if (!path || !*path) return (char *)".";
  char *const end = end_of(path);
  if (*end) *end = 0;
  char *first = end;
  while (first > path && first[-1] != '/') first--;
  return first == end ? path : first;
}

char *dirname(char *path);
char *dirname(char *path) {
  char *const dot = (char *)".";
  if (!path || !*path) return dot;
  char *end = end_of(path);
  while (end > path && end[-1] != '/') end--;
  if (end == path) return dot;
  while (end > path + 1 && end[-1] == '/') end--;
  if (end == path + 1 && path[0] == '/' && path[1] == '/' && path[2] != '/') end++; /* two slashes are a root, too */
  *end = 0;
  return path;
}
