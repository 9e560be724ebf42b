/* SPDX-License-Identifier: Apache-2.0
 * getopt and getopt_long, as in glibc: options may come after other arguments, which are then moved behind them (unless
 * POSIXLY_CORRECT is set, or the list of options begins with '+'; with '-' they are given as arguments of option 1). A
 * long option may be shortened as long as it is the only one.
 *
 * Only one thread can use them: their state is in global variables, of which `optarg` and its like belong to the
 * program.
 */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *rest;                   /* of the argument with short options that is being read */
static int first_other, first_after; /* arguments between these are no options, and come before the next */

static void reverse(char **arguments, int begin, int end) {
  for (end--; begin < end; begin++, end--) {
    char *const kept = arguments[begin];
    arguments[begin] = arguments[end];
    arguments[end] = kept;
  }
}
/* [a, b) and [b, c) change places. */
static void exchange(char **arguments, int a, int b, int c) {
  reverse(arguments, a, b);
  reverse(arguments, b, c);
  reverse(arguments, a, c);
}

/* The options that were read since are brought before the others. */
static void bring_forward(char **arguments) {
  if (first_after == optind) return;
  if (first_other == first_after) {
    first_other = optind;
  } else {
    exchange(arguments, first_other, first_after, optind);
    first_other += optind - first_after;
  }
  first_after = optind;
}

static int complains(const char *list) { return opterr && list[0] != ':'; }
static int missing(const char *list) { return list[0] == ':' ? ':' : '?'; }

/* The long option that `name` is or begins; NULL: none. *several: more than one. */
static const struct option *long_option(const char *name, size_t length, const struct option *options, int *several) {
  const struct option *found = NULL;
  *several = 0;
  for (const struct option *o = options; o->name; o++) {
    if (strncmp(o->name, name, length) != 0) continue;
    if (strlen(o->name) == length) return *several = 0, o;
    if (found && (found->has_arg != o->has_arg || found->flag != o->flag || found->val != o->val)) *several = 1;
    if (!found) found = o;
  }
  return found;
}

static int read_long(int count, char *const *arguments, const char *list, const struct option *options, int *index,
                     const char *name, const char *dashes) {
  const size_t length = strcspn(name, "=");
  int several;
  const struct option *const found = long_option(name, length, options, &several);
  optind++;
  rest = NULL;
  if (!found || several) {
    if (complains(list))
      fprintf(stderr, "%s: %s option '%s%s'\n", arguments[0], several ? "ambiguous" : "unrecognized", dashes, name);
    optopt = 0;
    return '?';
  }
  if (name[length] == '=') {
    if (found->has_arg == no_argument) {
      if (complains(list))
        fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", arguments[0], dashes, found->name);
      optopt = found->val;
      return '?';
    }
    optarg = (char *)name + length + 1;
  } else if (found->has_arg == required_argument) {
    if (optind >= count) {
      if (complains(list))
        fprintf(stderr, "%s: option '%s%s' requires an argument\n", arguments[0], dashes, found->name);
      optopt = found->val;
      return missing(list);
    }
    optarg = arguments[optind++];
  }
  if (index) *index = (int)(found - options);
  if (!found->flag) return found->val;
  *found->flag = found->val;
  return 0;
}

static int read_short(int count, char *const *arguments, const char *list) {
  const char option = *rest++;
  const char *const entry = option == ':' || option == ';' ? NULL : strchr(list, option);
  if (*rest == 0) optind++, rest = NULL;
  if (!entry) {
    if (complains(list)) fprintf(stderr, "%s: invalid option -- '%c'\n", arguments[0], option);
    optopt = option;
    return '?';
  }
  if (entry[1] != ':') return option;
  if (rest) {
    optarg = rest;
    optind++;
  } else if (entry[2] != ':') {
    if (optind >= count) {
      if (complains(list)) fprintf(stderr, "%s: option requires an argument -- '%c'\n", arguments[0], option);
      optopt = option;
      return missing(list);
    }
    optarg = arguments[optind++];
  }
  rest = NULL;
  return option;
}

static int next(int count, char *const *constant, const char *list, const struct option *options, int *index,
                int one_dash) {
  char **const arguments = (char **)constant;
  optarg = NULL;
  if (count < 1) return -1;
  if (optind == 0 || first_after == 0) { /* the beginning, or anew */
    if (optind == 0) optind = 1;
    first_other = first_after = optind;
    rest = NULL;
  }
  if (first_after > optind) first_after = optind; /* somebody has set it back */
  if (first_other > optind) first_other = optind;
  const int in_order = list[0] == '-', stops = list[0] == '+';
  if (in_order || stops) list++;
  if (!rest) {
    if (!in_order && !stops) {
      bring_forward(arguments);
      while (optind < count && (arguments[optind][0] != '-' || arguments[optind][1] == 0)) optind++;
      first_after = optind;
    }
    if (optind < count && strcmp(arguments[optind], "--") == 0) {
      optind++;
      bring_forward(arguments);
      first_after = optind = count;
    }
    if (optind >= count) {
      if (first_other != first_after) optind = first_other;
      return -1;
    }
    char *const argument = arguments[optind];
    if (argument[0] != '-' || argument[1] == 0) {
      if (stops) return -1;
      optarg = arguments[optind++];
      return 1;
    }
    if (options && argument[1] == '-') return read_long(count, arguments, list, options, index, argument + 2, "--");
    if (options && one_dash && (argument[2] || !strchr(list, argument[1])))
      return read_long(count, arguments, list, options, index, argument + 1, "-");
    rest = argument + 1;
  }
  return read_short(count, arguments, list);
}

int getopt(int count, char *const *arguments, const char *list) { return next(count, arguments, list, NULL, NULL, 0); }
int __posix_getopt(int count, char *const *arguments, const char *list) { return getopt(count, arguments, list); }
int getopt_long(int count, char *const *arguments, const char *list, const struct option *options, int *index) {
  return next(count, arguments, list, options, index, 0);
}
int getopt_long_only(int count, char *const *arguments, const char *list, const struct option *options, int *index) {
  return next(count, arguments, list, options, index, 1);
}
