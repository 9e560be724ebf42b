// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// Waits until the process has used some time, which it does.
#include <sys/resource.h>

int main(void) {
  struct rusage usage;
  do getrusage(RUSAGE_SELF, &usage);
  while (usage.ru_utime.tv_sec < 2);
  return 0;
}
