/* SPDX-License-Identifier: Apache-2.0
 * Locales: there is only "C". Asking for another one fails, as on a system where none is installed; "" is "C".
 */
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stddef.h>
#include <string.h>

static int is_c(const char *name) { return *name == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0; }

char *setlocale(int category, const char *name) {
  (void)category;
  return !name || is_c(name) ? "C" : NULL;
}

struct lconv *localeconv(void) {
  static const struct lconv c = {.decimal_point = ".",
                                 .thousands_sep = "",
                                 .grouping = "",
                                 .int_curr_symbol = "",
                                 .currency_symbol = "",
                                 .mon_decimal_point = "",
                                 .mon_thousands_sep = "",
                                 .mon_grouping = "",
                                 .positive_sign = "",
                                 .negative_sign = "",
                                 .int_frac_digits = CHAR_MAX,
                                 .frac_digits = CHAR_MAX,
                                 .p_cs_precedes = CHAR_MAX,
                                 .p_sep_by_space = CHAR_MAX,
                                 .n_cs_precedes = CHAR_MAX,
                                 .n_sep_by_space = CHAR_MAX,
                                 .p_sign_posn = CHAR_MAX,
                                 .n_sign_posn = CHAR_MAX};
  return (struct lconv *)&c;
}

/* What a locale_t points to does not matter. */
static const int the_locale;
locale_t newlocale(int categories, const char *name, locale_t base) {
  (void)categories, (void)base;
  if (is_c(name)) return (locale_t)&the_locale;
  errno = ENOENT;
  return NULL;
}
locale_t duplocale(locale_t locale) { return locale; }
void freelocale(locale_t locale) { (void)locale; }
locale_t uselocale(locale_t locale) { return (void)locale, (locale_t)&the_locale; }

char *nl_langinfo(nl_item item) { return item == CODESET ? "ANSI_X3.4-1968" : item == RADIXCHAR ? "." : ""; }
