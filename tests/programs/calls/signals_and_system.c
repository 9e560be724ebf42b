// fermata: holds
// Calls that most programs make once and that decide nothing: signals, limits, names, the log, locales.
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <syslog.h>
#include <unistd.h>

static volatile sig_atomic_t handled;
static void handle(int number) { handled += number; }
static void never(void) { assert(0); }

static void signals(void) {
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  sigemptyset(&action.sa_mask);
  assert(sigaction(SIGUSR1, &action, NULL) == 0 && sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == handle);
  assert(raise(SIGUSR1) == 0 && handled == SIGUSR1);
  assert(signal(SIGUSR1, SIG_IGN) == handle && raise(SIGUSR1) == 0 && handled == SIGUSR1);
  assert(signal(SIGPIPE, SIG_IGN) == SIG_DFL && sigaction(SIGKILL, &action, NULL) == -1);
  sigset_t set, mask;
  assert(sigfillset(&set) == 0 && sigdelset(&set, SIGINT) == 0 && !sigismember(&set, SIGINT) && sigismember(&set, SIGHUP));
  assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0 && pthread_sigmask(SIG_SETMASK, NULL, &mask) == 0);
  assert(sigismember(&mask, SIGHUP) && !sigismember(&mask, SIGINT) && !sigismember(&mask, SIGKILL));
  assert(kill(getpid(), 0) == 0 && pthread_kill(pthread_self(), 0) == 0);
}

static void *mask_of_a_thread(void *unused) {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  assert(poll(NULL, 0, 10) == 0);
  return unused;
}

int main(void) {
  signals();
  char name[64];
  struct utsname system;
  struct rusage usage;
  struct rlimit limit;
  assert(gethostname(name, sizeof name) == 0 && uname(&system) == 0 && strcmp(system.sysname, "Linux") == 0);
  assert(getrusage(RUSAGE_SELF, &usage) == 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur > 0);
  assert(prctl(PR_SET_NAME, "main") == 0 && pthread_setname_np(pthread_self(), "main") == 0);
  assert(pthread_setname_np(pthread_self(), "a name that is too long") != 0);
  assert(sysconf(_SC_NPROCESSORS_ONLN) == 2 && sysconf(_SC_OPEN_MAX) > 0 && !isatty(STDOUT_FILENO));
  openlog("test", LOG_PID, LOG_USER);
  syslog(LOG_INFO, "%d processors", 2);
  warnx("only a warning");
  assert(strcmp(setlocale(LC_ALL, ""), "C") == 0 && !setlocale(LC_ALL, "de_DE") && localeconv()->decimal_point[0] == '.');
  assert(pthread_atfork(never, never, never) == 0);
  cpu_set_t processors;
  CPU_ZERO(&processors);
  assert(sched_getaffinity(0, sizeof processors, &processors) == 0 && CPU_COUNT(&processors) == 2);
  pthread_t thread;
  pthread_create(&thread, NULL, mask_of_a_thread, NULL);
  pthread_join(thread, NULL);
}
