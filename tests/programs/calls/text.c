// fermata: holds
// Text, wide and plain, and dates.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

static int smaller(const void *a, const void *b, void *factor) { return (*(const int *)a - *(const int *)b) * *(int *)factor; }

int main(void) {
  char fields[] = "a,b;c", *rest = fields;
  assert(strcmp(strsep(&rest, ",;"), "a") == 0 && strcmp(strsep(&rest, ",;"), "b") == 0 && strcmp(rest, "c") == 0);
  assert(strcmp(strtok(fields + 4, " "), "c") == 0 && !strtok(NULL, " "));
  assert(strcasestr("Hello", "LL") && memmem("abc", 3, "bc", 2) && memrchr("aba", 'a', 3) && ffs(8) == 4);
  assert(strcmp(basename("/usr/lib"), "lib") == 0 && strcmp(strerror(ENOENT), "No such file or directory") == 0);
  int numbers[] = {1, 3, 2}, factor = -1;
  qsort_r(numbers, 3, sizeof numbers[0], smaller, &factor);
  assert(numbers[0] == 3 && numbers[2] == 1);

  wchar_t wide[16];
  char narrow[16];
  assert(wcslen(wcscpy(wide, L"abc")) == 3 && wcscmp(wcscat(wide, L"d"), L"abcd") == 0 && wcsstr(wide, L"bc") == wide + 1);
  assert(mbstowcs(wide, "xyz", 16) == 3 && wcstombs(narrow, wide, 16) == 3 && strcmp(narrow, "xyz") == 0);
  assert(towupper(L'a') == L'A' && iswdigit(L'7') && wcstol(L"-42", NULL, 10) == -42 && wcschr(wide, L'q') == NULL);

  const time_t moment = 951782400;  // a leap day
  struct tm day;
  gmtime_r(&moment, &day);
  assert(strftime(narrow, sizeof narrow, "%F %a", &day) == 14 && strcmp(narrow, "2000-02-29 Tue") == 0);
  localtime_r(&moment, &day);
  assert(mktime(&day) == moment);
}
