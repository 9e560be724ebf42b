// fermata: holds
// strptime, as glibc's reads: small and large letters, missing digits, the day of the week worked out, hours of two kinds,
// zones, and what is not of the form.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static struct tm date;
static const char *rest;

static int reads(const char *text, const char *format) {
  memset(&date, 0, sizeof date);
  rest = strptime(text, format, &date);
  return rest != NULL;
}
static int is(int year, int month, int day) {
  return date.tm_year == year - 1900 && date.tm_mon == month - 1 && date.tm_mday == day;
}
static int at(int hour, int minute, int second) {
  return date.tm_hour == hour && date.tm_min == minute && date.tm_sec == second;
}

static void *read_dates(void *unused) {
  assert(reads("2024-05-06", "%Y-%m-%d") && is(2024, 5, 6) && date.tm_wday == 1 && date.tm_yday == 126 && *rest == 0);
  assert(reads("Tue Mar  5 01:02:03 2019", "%c") && is(2019, 3, 5) && at(1, 2, 3) && date.tm_wday == 2);
  assert(reads("12:30 am", "%I:%M %p") && at(0, 30, 0));
  assert(reads("PM 03", "%p %I") && at(15, 0, 0));
  assert(reads("11 PM", "%H %p") && at(11, 0, 0));
  assert(reads("366 2020", "%j %Y") && is(2020, 12, 31) && date.tm_wday == 4);
  assert(reads("1/2/69", "%D") && is(1969, 1, 2));
  assert(reads("1/2/68", "%D") && is(2068, 1, 2));
  assert(reads("20 24", "%C %y") && date.tm_year == 124);
  assert(reads("sept 7", "%b %d") == 0);
  assert(reads("september 7 left", "%b %d") && date.tm_mon == 8 && date.tm_mday == 7 && strcmp(rest, " left") == 0);
  assert(reads("10:00:00-05:30", "%T%z") && at(10, 0, 0) && date.tm_gmtoff == -5 * 3600 - 30 * 60);
  assert(!reads("32", "%d") && !reads("", "%Y") && !reads("13", "%I") && !reads("3x", "%d%%"));
  assert(reads("86400", "%s") && is(1970, 1, 2));
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, read_dates, 0);
  pthread_join(thread, 0);
  return 0;
}
