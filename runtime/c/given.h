/* SPDX-License-Identifier: Apache-2.0
 * What the user gives the program on the command line: --stdin, --file, --env. The front end writes it down
 * (src/frontend/llvm/given.cpp); given.c has what there is if nothing was given. And what the answer assumes because
 * something was not.
 */
#pragma once
#include <stddef.h>

struct given_file {
  const char *name;  /* "": standard input */
  const char *bytes; /* and a zero; NULL: there is no such file */
  size_t size;
};

/* Standard input comes first. Ends with a file without a name. */
extern const struct given_file __fermata_given_files[];
/* "NAME=VALUE", ends with NULL. */
extern const char *const __fermata_given_environment[];

/* The answer rests on this, and says so: no operation of the machine, but a mark that the front end reads and removes.
 */
enum {
  FERMATA_EMPTY_INPUT = 0,        /* nothing comes from standard input */
  FERMATA_NO_OTHER_FILES = 1,     /* than those that were given */
  FERMATA_NO_OTHER_VARIABLES = 2, /* of the environment */
  FERMATA_NO_SIGNALS = 3
};
void __fermata_assumes(int what) __attribute__((nomerge));
