/* SPDX-License-Identifier: Apache-2.0
 * Moments as dates, and dates as text. The time zone is UTC, since there is no environment, and so no TZ.
 *
 * localtime and gmtime give the same variable to all threads, and asctime and ctime another one, as in glibc. Each
 * fills it in one step; whoever reads it later may see what another thread has asked for.
 *
 * Text is that of the "C" locale, also with the flags and widths that glibc knows (%-d, %5Y, %^a). Not here: strptime,
 * getdate.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
