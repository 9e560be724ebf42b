/* SPDX-License-Identifier: Apache-2.0
 * Moments as dates, and dates as text. The time zone is UTC, since there is no environment, and so no TZ.
 *
 * localtime and gmtime give the same variable to all threads, and asctime and ctime another one, as in glibc. Each
 * fills it in one step; whoever reads it later may see what another thread has asked for.
 *
 * Text is that of the "C" locale, also with the flags and widths that glibc knows (%-d, %5Y, %^a). strptime works out
 * the day of the week and of the year from the date, as glibc's does. Not here: weeks in strptime (%U, %W), getdate.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "../fermata_intrinsics.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, FIRST_YEAR = 1900, EPOCH = 1970, THURSDAY = 4 };

static const char months[12][12] = {"January", "February", "March",     "April",   "May",      "June",
                                    "July",    "August",   "September", "October", "November", "December"};
static const char weekdays[7][12] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

static long divide_down(long a, long b) { return a / b - (a % b < 0); }
static long modulo(long a, long b) { return a - divide_down(a, b) * b; }

static int is_leap(long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
static int days_in_year(long year) { return is_leap(year) ? 366 : 365; }
static int days_before_month(int month, int leap) {
  static const short before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  return before[month] + (month > 1 && leap);
}
/* From the epoch to the first of January. */
static long days_before_year(long year) {
  const long last = year - 1, leaps = divide_down(last, 4) - divide_down(last, 100) + divide_down(last, 400);
  const long leaps_before_epoch = (EPOCH - 1) / 4 - (EPOCH - 1) / 100 + (EPOCH - 1) / 400;
  return 365 * (year - EPOCH) + leaps - leaps_before_epoch;
}

static int break_down(time_t moment, const char *zone, struct tm *result) {
  const long days = divide_down(moment, DAY), second = modulo(moment, DAY);
  long year = EPOCH + divide_down(days, days < 0 ? 365 : 366); /* never too late */
  while (days >= days_before_year(year + 1)) {
    const long missing = (days - days_before_year(year)) / 366;
    year += missing > 0 ? missing : 1;
  }
  if (year - FIRST_YEAR > INT_MAX || year - FIRST_YEAR < INT_MIN) {
    errno = EOVERFLOW;
    return 0;
  }
  const int day = (int)(days - days_before_year(year)), leap = is_leap(year);
  int month = 11;
  while (days_before_month(month, leap) > day) month--;
  *result = (struct tm){.tm_sec = (int)(second % MINUTE),
                        .tm_min = (int)(second % HOUR / MINUTE),
                        .tm_hour = (int)(second / HOUR),
                        .tm_mday = day - days_before_month(month, leap) + 1,
                        .tm_mon = month,
                        .tm_year = (int)(year - FIRST_YEAR),
                        .tm_wday = (int)modulo(days + THURSDAY, 7),
                        .tm_yday = day,
                        .tm_zone = zone};
  return 1;
}

struct tm *gmtime_r(const time_t *restrict moment, struct tm *restrict result) {
  return break_down(*moment, "GMT", result) ? result : NULL;
}
struct tm *localtime_r(const time_t *restrict moment, struct tm *restrict result) {
  return break_down(*moment, "UTC", result) ? result : NULL;
}

static struct tm __fermata_date;
static struct tm *keep(time_t moment, const char *zone) {
  struct tm date;
  if (!break_down(moment, zone, &date)) return NULL;
  __fermata_atomic_begin();
  __fermata_date = date;
  __fermata_atomic_end();
  return &__fermata_date;
}
struct tm *gmtime(const time_t *moment) { return keep(*moment, "GMT"); }
struct tm *localtime(const time_t *moment) { return keep(*moment, "UTC"); }

static time_t make_time(struct tm *date, const char *zone) {
  const long month = date->tm_mon, year = FIRST_YEAR + (long)date->tm_year + divide_down(month, 12);
  const long day =
      days_before_year(year) + days_before_month((int)modulo(month, 12), is_leap(year)) + date->tm_mday - 1L;
  const time_t moment = day * DAY + (long)date->tm_hour * HOUR + (long)date->tm_min * MINUTE + date->tm_sec;
  struct tm normal;
  if (!break_down(moment, zone, &normal)) return -1;
  *date = normal;
  return moment;
}
time_t mktime(struct tm *date) { return make_time(date, "UTC"); }
time_t timelocal(struct tm *date) { return make_time(date, "UTC"); }
time_t timegm(struct tm *date) { return make_time(date, "GMT"); }

double difftime(time_t end, time_t begin) { return (double)(end - begin); }
void tzset(void) {}

/* The week that a day is in, if weeks begin `first` days after Sunday and week 1 with the first such day. */
static int week_of_year(const struct tm *date, int first) {
  return (date->tm_yday + 7 - (int)modulo(date->tm_wday - first, 7)) / 7;
}

/* ISO 8601: a week belongs to the year that its Thursday is in. */
static int iso_week(const struct tm *date, long *year) {
  const int thursday = date->tm_yday - (int)modulo(date->tm_wday - 1, 7) + 3;
  *year = FIRST_YEAR + (long)date->tm_year;
  if (thursday < 0) return (thursday + days_in_year(--*year)) / 7 + 1;
  const int length = days_in_year(*year);
  if (thursday < length) return thursday / 7 + 1;
  return ++*year, (thursday - length) / 7 + 1;
}

struct text {
  char *at;
  size_t left;
  int fits;
};

static void put(struct text *to, char c) {
  if (to->left > 1) *to->at++ = c, to->left--;
  else to->fits = 0;
}

/* %[flag][width]: what stands between the percent sign and the letter. */
struct field {
  char pad;     /* '0', '_' for spaces, '-' for none; 0: as usual */
  char letters; /* '^' or '#': the case is changed */
  int width;
};

static void put_padding(struct text *to, const struct field *field, size_t length, char usual) {
  if (field->pad == '-') return;
  const char fill = field->pad == '_' ? ' ' : field->pad == '0' ? '0' : usual;
  for (long missing = field->width - (long)length; missing > 0; missing--) put(to, fill);
}

static void put_word(struct text *to, const struct field *field, const char *word, size_t length, int lower) {
  put_padding(to, field, length, ' ');
  for (size_t i = 0; i < length; i++) {
    const char c = word[i];
    const int is_small = c >= 'a' && c <= 'z', is_large = c >= 'A' && c <= 'Z';
    if (lower) put(to, (char)(is_large ? c + 32 : c));
    else put(to, (char)(field->letters && is_small ? c - 32 : c));
  }
}

/* At least so many digits, and what is missing is made up with '0' or ' '. */
static void put_number(struct text *to, const struct field *field, long n, int digits, char usual) {
  char text[24];
  size_t length = 0;
  unsigned long rest = n < 0 ? -(unsigned long)n : (unsigned long)n;
  do text[length++] = (char)('0' + rest % 10);
  while (rest /= 10);
  const char fill = field->pad == '_' ? ' ' : field->pad == '0' ? '0' : usual;
  const int width = field->pad == '-' ? 0 : field->width > digits ? field->width : digits;
  const int missing = width - (int)length - (n < 0);
  if (n < 0 && fill == '0') put(to, '-');
  for (int i = 0; i < missing; i++) put(to, fill);
  if (n < 0 && fill != '0') put(to, '-');
  while (length > 0) put(to, text[--length]);
}

static void format_date(struct text *to, const char *format, const struct tm *date, char letters);

/* A conversion that stands for several. */
static void put_all(struct text *to, const struct field *field, const char *format, const struct tm *date) {
  char whole[64];
  struct text inner = {whole, sizeof whole, 1};
  format_date(&inner, format, date, field->letters);
  const size_t length = (size_t)(inner.at - whole);
  put_padding(to, field, length, ' ');
  for (size_t i = 0; i < length; i++) put(to, whole[i]);
}

static const char *name_of(const char (*names)[12], int count, int which) {
  return which >= 0 && which < count ? names[which] : "?";
}
static size_t short_length(const char *name) { return name[0] == '?' ? 1 : 3; }

static void put_conversion(struct text *to, char conversion, struct field field, const struct tm *date) {
  const long year = FIRST_YEAR + (long)date->tm_year;
  const int hour_12 = date->tm_hour > 12 ? date->tm_hour - 12 : date->tm_hour == 0 ? 12 : date->tm_hour;
  const char *const weekday = name_of(weekdays, 7, date->tm_wday), *const month = name_of(months, 12, date->tm_mon);
  long iso_year;
  switch (conversion) {
    case 'a': return put_word(to, &field, weekday, short_length(weekday), 0);
    case 'A': return put_word(to, &field, weekday, strlen(weekday), 0);
    case 'b':
    case 'h': return put_word(to, &field, month, short_length(month), 0);
    case 'B': return put_word(to, &field, month, strlen(month), 0);
    case 'c': return put_all(to, &field, "%a %b %e %H:%M:%S %Y", date);
    case 'C': return put_number(to, &field, divide_down(year, 100), 1, '0');
    case 'd': return put_number(to, &field, date->tm_mday, 2, '0');
    case 'D': return put_all(to, &field, "%m/%d/%y", date);
    case 'e': return put_number(to, &field, date->tm_mday, 2, ' ');
    case 'F': return put_all(to, &field, "%Y-%m-%d", date);
    case 'g': return iso_week(date, &iso_year), put_number(to, &field, modulo(iso_year, 100), 2, '0');
    case 'G': return iso_week(date, &iso_year), put_number(to, &field, iso_year, 1, '0');
    case 'H': return put_number(to, &field, date->tm_hour, 2, '0');
    case 'I': return put_number(to, &field, hour_12, 2, '0');
    case 'j': return put_number(to, &field, date->tm_yday + 1L, 3, '0');
    case 'k': return put_number(to, &field, date->tm_hour, 2, ' ');
    case 'l': return put_number(to, &field, hour_12, 2, ' ');
    case 'm': return put_number(to, &field, date->tm_mon + 1L, 2, '0');
    case 'M': return put_number(to, &field, date->tm_min, 2, '0');
    case 'n': return put_word(to, &field, "\n", 1, 0);
    case 'p': return put_word(to, &field, date->tm_hour > 11 ? "PM" : "AM", 2, field.letters == '#');
    case 'P': return put_word(to, &field, date->tm_hour > 11 ? "pm" : "am", 2, 1);
    case 'r': return put_all(to, &field, "%I:%M:%S %p", date);
    case 'R': return put_all(to, &field, "%H:%M", date);
    case 's': {
      struct tm copy = *date;
      return put_number(to, &field, mktime(&copy), 1, '0');
    }
    case 'S': return put_number(to, &field, date->tm_sec, 2, '0');
    case 't': return put_word(to, &field, "\t", 1, 0);
    case 'T':
    case 'X': return put_all(to, &field, "%H:%M:%S", date);
    case 'u': return put_number(to, &field, modulo(date->tm_wday - 1, 7) + 1, 1, '0');
    case 'U': return put_number(to, &field, week_of_year(date, 0), 2, '0');
    case 'V': return put_number(to, &field, iso_week(date, &iso_year), 2, '0');
    case 'w': return put_number(to, &field, date->tm_wday, 1, '0');
    case 'W': return put_number(to, &field, week_of_year(date, 1), 2, '0');
    case 'x': return put_all(to, &field, "%m/%d/%y", date);
    case 'y': return put_number(to, &field, modulo(year, 100), 2, '0');
    case 'Y': return put_number(to, &field, year, 1, '0');
    case 'z': {
      if (field.width > 0) __fermata_unmodelled("a width for %z");
      const long minutes = date->tm_gmtoff / MINUTE;
      put(to, date->tm_gmtoff < 0 ? '-' : '+');
      return put_number(to, &field, labs(minutes) / 60 * 100 + labs(minutes) % 60, 4, '0');
    }
    case 'Z': {
      const char *const zone = date->tm_zone ? date->tm_zone : "";
      return put_word(to, &field, zone, strlen(zone), field.letters == '#');
    }
    case '%': return put_word(to, &field, "%", 1, 0);
    default: __fermata_unmodelled("a conversion of strftime that C does not know");
  }
}

static void format_date(struct text *to, const char *format, const struct tm *date, char letters) {
  for (const char *f = format; *f; f++) {
    if (*f != '%') {
      put(to, *f);
      continue;
    }
    struct field field = {0, letters, -1};
    for (f++; *f == '_' || *f == '-' || *f == '0' || *f == '^' || *f == '#' || *f == '+'; f++) {
      if (*f == '+') __fermata_unmodelled("the flag '+' of strftime");
      if (*f == '^' || *f == '#') field.letters = *f;
      else field.pad = *f;
    }
    if (*f >= '1' && *f <= '9')
      for (field.width = 0; *f >= '0' && *f <= '9'; f++)
        if (field.width < 1000) field.width = 10 * field.width + *f - '0';
    if (*f == 'E' || *f == 'O') f++; /* other digits and eras, which "C" does not have */
    put_conversion(to, *f, field, date);
  }
}

size_t strftime(char *restrict buffer, size_t size, const char *restrict format, const struct tm *restrict date) {
  struct text text = {buffer, size, 1};
  format_date(&text, format, date, 0);
  if (size == 0 || !text.fits) return 0;
  *text.at = 0;
  return (size_t)(text.at - buffer);
}

char *asctime_r(const struct tm *restrict date, char *restrict buffer) {
  const char *const weekday = name_of(weekdays, 7, date->tm_wday), *const month = name_of(months, 12, date->tm_mon);
  char text[64];
  const int length = snprintf(text, sizeof text, "%.*s %.*s%3d %.2d:%.2d:%.2d %ld\n", 3,
                              weekday[0] == '?' ? "???" : weekday, 3, month[0] == '?' ? "???" : month, date->tm_mday,
                              date->tm_hour, date->tm_min, date->tm_sec, FIRST_YEAR + (long)date->tm_year);
  if (length > 25) {
    errno = EOVERFLOW;
    return NULL;
  }
  return memcpy(buffer, text, (size_t)length + 1);
}

static char __fermata_date_text[26];
char *asctime(const struct tm *date) {
  char text[26];
  if (!asctime_r(date, text)) return NULL;
  __fermata_atomic_begin();
  memcpy(__fermata_date_text, text, sizeof text);
  __fermata_atomic_end();
  return __fermata_date_text;
}

char *ctime_r(const time_t *moment, char *buffer) {
  struct tm date;
  return localtime_r(moment, &date) ? asctime_r(&date, buffer) : NULL;
}
char *ctime(const time_t *moment) {
  struct tm date;
  return localtime_r(moment, &date) ? asctime(&date) : NULL;
}

/* --- text as dates ------------------------------------------------------------------------------------------------ */

struct reading {
  const char *at; /* NULL: the text is not of this form */
  struct tm *date;
  int century; /* -1: none was given */
  int of_twelve, afternoon;
  int has_year, has_month, has_day, has_day_of_week, has_day_of_year, wants_days;
};

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static void skip_spaces(struct reading *from) {
  while (is_space(*from->at)) from->at++;
}

/* At most so many digits, and none that makes the number too large. */
static int read_number(struct reading *from, int least, int greatest, int digits) {
  while (*from->at == ' ') from->at++;
  int n = 0, read = 0;
  while (read < digits && *from->at >= '0' && *from->at <= '9' && (read == 0 || n * 10 <= greatest)) {
    n = 10 * n + *from->at++ - '0';
    read++;
  }
  if (read == 0 || n < least || n > greatest) from->at = NULL;
  return n;
}

/* In full or by its first three letters, small or large. */
static int read_name(struct reading *from, const char (*names)[12], int count) {
  for (int i = 0; i < count; i++) {
    const size_t length = strlen(names[i]);
    if (strncasecmp(from->at, names[i], 3) != 0) continue;
    from->at += strncasecmp(from->at, names[i], length) == 0 ? length : 3;
    return i;
  }
  from->at = NULL;
  return 0;
}

static void read_afternoon(struct reading *from) {
  from->afternoon = strncasecmp(from->at, "PM", 2) == 0;
  from->at = from->afternoon || strncasecmp(from->at, "AM", 2) == 0 ? from->at + 2 : NULL;
}

/* Z, +hh, +hhmm or +hh:mm */
static void read_zone(struct reading *from) {
  skip_spaces(from);
  const char sign = *from->at++;
  from->date->tm_gmtoff = 0;
  if (sign == 'Z') return;
  int n = 0, digits = 0;
  if (sign == '+' || sign == '-')
    for (; digits < 4 && *from->at >= '0' && *from->at <= '9'; digits++) {
      n = 10 * n + *from->at++ - '0';
      if (digits == 1 && from->at[0] == ':' && from->at[1] >= '0' && from->at[1] <= '9') from->at++;
    }
  if (digits == 2) n *= 100;
  if ((digits != 2 && digits != 4) || n % 100 >= 60) {
    from->at = NULL;
    return;
  }
  const long seconds = n / 100 * (long)HOUR + n % 100 * (long)MINUTE;
  from->date->tm_gmtoff = sign == '-' ? -seconds : seconds;
}

static void read_moment(struct reading *from) {
  char *end;
  if (*from->at < '0' || *from->at > '9') {
    from->at = NULL;
    return;
  }
  const time_t moment = strtol(from->at, &end, 10);
  from->at = localtime_r(&moment, from->date) ? end : NULL;
}

static void read_date(struct reading *from, const char *format);

static void read_conversion(struct reading *from, char conversion) {
  struct tm *const date = from->date;
  switch (conversion) {
    case 'a':
    case 'A': date->tm_wday = read_name(from, weekdays, 7), from->has_day_of_week = 1; return;
    case 'b':
    case 'B':
    case 'h': date->tm_mon = read_name(from, months, 12), from->has_month = from->wants_days = 1; return;
    case 'c': return read_date(from, "%a %b %e %H:%M:%S %Y");
    case 'C': from->century = read_number(from, 0, 99, 2), from->wants_days = 1; return;
    case 'd':
    case 'e': date->tm_mday = read_number(from, 1, 31, 2), from->has_day = from->wants_days = 1; return;
    case 'D':
    case 'x': return read_date(from, "%m/%d/%y");
    case 'F': return read_date(from, "%Y-%m-%d");
    case 'g': read_number(from, 0, 99, 2); return; /* years of weeks are read and not used */
    case 'G': read_number(from, 0, 9999, 4); return;
    case 'H':
    case 'k': date->tm_hour = read_number(from, 0, 23, 2), from->of_twelve = 0; return;
    case 'I':
    case 'l': date->tm_hour = read_number(from, 1, 12, 2) % 12, from->of_twelve = 1; return;
    case 'j': date->tm_yday = read_number(from, 1, 366, 3) - 1, from->has_day_of_year = 1; return;
    case 'm': date->tm_mon = read_number(from, 1, 12, 2) - 1, from->has_month = from->wants_days = 1; return;
    case 'M': date->tm_min = read_number(from, 0, 59, 2); return;
    case 'n':
    case 't': return skip_spaces(from);
    case 'p': return read_afternoon(from);
    case 'r': return read_date(from, "%I:%M:%S %p");
    case 'R': return read_date(from, "%H:%M");
    case 's': return read_moment(from);
    case 'S': date->tm_sec = read_number(from, 0, 61, 2); return;
    case 'T':
    case 'X': return read_date(from, "%H:%M:%S");
    case 'u': date->tm_wday = read_number(from, 1, 7, 1) % 7, from->has_day_of_week = 1; return;
    case 'w': date->tm_wday = read_number(from, 0, 6, 1), from->has_day_of_week = 1; return;
    case 'y': {
      const int year = read_number(from, 0, 99, 2);
      date->tm_year = year >= 69 ? year : year + 100;
      from->has_year = from->wants_days = 1;
      return;
    }
    case 'Y':
      date->tm_year = read_number(from, 0, 9999, 4) - FIRST_YEAR;
      from->century = -1;
      from->wants_days = 1;
      return;
    case 'z': return read_zone(from);
    case '%': from->at = *from->at == '%' ? from->at + 1 : NULL; return;
    case 'U':
    case 'W': __fermata_unmodelled("weeks in strptime");
    default: __fermata_unmodelled("a conversion of strptime that POSIX does not know");
  }
}

static void read_date(struct reading *from, const char *format) {
  for (const char *f = format; *f && from->at; f++) {
    if (is_space(*f)) {
      skip_spaces(from);
      continue;
    }
    if (*f != '%') {
      from->at = *from->at == *f ? from->at + 1 : NULL;
      continue;
    }
    for (f++; *f == '_' || *f == '-' || *f == '0' || *f == '^' || *f == '#'; f++) { /* of strftime */
    }
    if (*f == 'E' || *f == 'O') f++;
    read_conversion(from, *f);
  }
}

/* What was not given and follows from what was. */
static void complete(const struct reading *from) {
  struct tm *const date = from->date;
  if (from->of_twelve && from->afternoon) date->tm_hour += 12;
  if (from->century >= 0)
    date->tm_year = (from->has_year ? (int)modulo(date->tm_year, 100) : 0) + 100 * from->century - FIRST_YEAR;
  if (!from->wants_days) return;
  const long year = FIRST_YEAR + (long)date->tm_year;
  if (!from->has_day_of_week && from->has_day_of_year && !(from->has_month && from->has_day)) {
    int month = 11;
    while (month > 0 && days_before_month(month, is_leap(year)) > date->tm_yday) month--;
    if (!from->has_day) date->tm_mday = date->tm_yday - days_before_month(month, is_leap(year)) + 1;
    if (!from->has_month) date->tm_mon = month;
  } else if (date->tm_mon < 0 || date->tm_mon > 11) {
    return;
  }
  const int day = days_before_month(date->tm_mon, is_leap(year)) + date->tm_mday - 1;
  if (!from->has_day_of_week) date->tm_wday = (int)modulo(days_before_year(year) + day + THURSDAY, 7);
  if (!from->has_day_of_year) date->tm_yday = day;
}

char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict date) {
  struct reading from = {.at = text, .date = date, .century = -1};
  read_date(&from, format);
  if (from.at) complete(&from);
  return (char *)from.at;
}
