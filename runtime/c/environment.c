/* SPDX-License-Identifier: Apache-2.0
 * Environment variables: those that the user has given (--env), and those that the program sets. The system would have
 * others; that there are none is said with the answer once the program asks for one.
 *
 * The table is made when the program first changes it. Each change is a step, and so is a look if the program can
 * change it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"
#include "given.h"

char **environ = (char **)__fermata_given_environment;

/* Where the entry is, or the NULL at the end. */
static char **entry_of(const char *name, size_t length) {
  char **entry = environ;
  while (*entry && !(strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')) entry++;
  return entry;
}

char *getenv(const char *name) {
  const size_t length = strlen(name);
  __fermata_atomic_begin();
  char *const entry = *entry_of(name, length);
  __fermata_atomic_end();
  if (entry) return entry + length + 1;
  __fermata_assumes(FERMATA_NO_OTHER_VARIABLES);
  return NULL;
}
char *secure_getenv(const char *name) { return getenv(name); }

/* NULL: the entry goes. */
static void change(const char *name, size_t length, char *entry) {
  __fermata_atomic_begin();
  char **const old = entry_of(name, length);
  size_t count = 0;
  while (environ[count]) count++;
  char **const table = __fermata_alloc((count + 2) * sizeof *table);
  size_t n = 0;
  for (char **at = environ; *at; at++)
    if (at != old) table[n++] = *at;
  if (entry) table[n++] = entry;
  if (environ != (char **)__fermata_given_environment) __fermata_free(environ);
  environ = table;
  __fermata_atomic_end();
}
static int is_name(const char *name) { return name && *name && !strchr(name, '='); }

int setenv(const char *name, const char *value, int overwrite) {
  if (!is_name(name)) return errno = EINVAL, -1;
  const size_t length = strlen(name);
  if (!overwrite && getenv(name)) return 0;
  char *const entry = __fermata_alloc(length + strlen(value) + 2);
  memcpy(entry, name, length);
  entry[length] = '=';
  strcpy(entry + length + 1, value);
  change(name, length, entry);
  return 0;
}
int unsetenv(const char *name) {
  if (!is_name(name)) return errno = EINVAL, -1;
  change(name, strlen(name), NULL);
  return 0;
}
int putenv(char *entry) {
  const char *const equals = strchr(entry, '=');
  if (!equals) return unsetenv(entry);
  change(entry, (size_t)(equals - entry), entry);
  return 0;
}
int clearenv(void) {
  __fermata_atomic_begin();
  environ = __fermata_alloc(sizeof *environ);
  __fermata_atomic_end();
  return 0;
}
