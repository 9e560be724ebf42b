/* SPDX-License-Identifier: Apache-2.0
 * Signals. None arrives from outside: that is an assumption, said with the answer. What a program says about them is
 * kept as far as it can ask for it: the handlers of the process, the mask of each thread. A signal that a thread raises
 * for itself is handled at once.
 *
 * Not here: signals for other threads and processes, and waiting for them (sigwait, pause).
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"
#include "given.h"

typedef unsigned long word;
static word *bits_of(sigset_t *set) { return &set->__val[0]; } /* there are 64 signals */
static word bit(int signal) { return 1ul << (signal - 1); }
static int is_signal(int signal) {
  if (signal > 0 && signal < _NSIG) return 1;
  errno = EINVAL;
  return 0;
}

int sigemptyset(sigset_t *set) {
  memset(set, 0, sizeof *set);
  return 0;
}
int sigfillset(sigset_t *set) {
  memset(set, 0, sizeof *set);
  *bits_of(set) = ~(bit(32) | bit(33)); /* these are glibc's own */
  return 0;
}
int sigaddset(sigset_t *set, int signal) {
  if (!is_signal(signal)) return -1;
  *bits_of(set) |= bit(signal);
  return 0;
}
int sigdelset(sigset_t *set, int signal) {
  if (!is_signal(signal)) return -1;
  *bits_of(set) &= ~bit(signal);
  return 0;
}
int sigismember(const sigset_t *set, int signal) {
  return is_signal(signal) ? (*bits_of((sigset_t *)set) & bit(signal)) != 0 : -1;
}
int sigisemptyset(const sigset_t *set) { return *bits_of((sigset_t *)set) == 0; }

static __thread word mask;

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  if (old) {
    sigemptyset(old);
    *bits_of(old) = mask;
  }
  if (!set) return 0;
  const word bits = *bits_of((sigset_t *)set) & ~(bit(SIGKILL) | bit(SIGSTOP));
  switch (how) {
    case SIG_BLOCK: mask |= bits; return 0;
    case SIG_UNBLOCK: mask &= ~bits; return 0;
    case SIG_SETMASK: mask = bits; return 0;
    default: return EINVAL;
  }
}
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  const int error = pthread_sigmask(how, set, old);
  if (error) errno = error;
  return error ? -1 : 0;
}
int sigpending(sigset_t *set) { return sigemptyset(set); }

static struct sigaction __fermata_actions[_NSIG];

int sigaction(int signal, const struct sigaction *restrict action, struct sigaction *restrict old) {
  if (!is_signal(signal)) return -1;
  if (action && (signal == SIGKILL || signal == SIGSTOP)) return errno = EINVAL, -1;
  if (action && action->sa_handler != SIG_IGN && action->sa_handler != SIG_DFL) __fermata_assumes(FERMATA_NO_SIGNALS);
  __fermata_atomic_begin();
  if (old) *old = __fermata_actions[signal];
  if (action) __fermata_actions[signal] = *action;
  __fermata_atomic_end();
  return 0;
}
sighandler_t signal(int number, sighandler_t handler) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
  return sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}
sighandler_t bsd_signal(int number, sighandler_t handler) { return signal(number, handler); }
int siginterrupt(int signal, int flag) { return (void)signal, (void)flag, 0; }
int sigaltstack(const stack_t *restrict stack, stack_t *restrict old) {
  (void)stack;
  if (old) *old = (stack_t){.ss_flags = SS_DISABLE};
  return 0;
}

static int is_ignored(int signal) {
  return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
}

int raise(int signal) {
  if (!is_signal(signal)) return -1;
  if (signal == SIGABRT) abort();
  if (mask & bit(signal)) __fermata_unmodelled("raising a signal that is blocked");
  __fermata_atomic_begin();
  const struct sigaction action = __fermata_actions[signal];
  if (action.sa_flags & SA_RESETHAND) __fermata_actions[signal].sa_handler = SIG_DFL;
  __fermata_atomic_end();
  if (action.sa_handler == SIG_IGN || (action.sa_handler == SIG_DFL && is_ignored(signal))) return 0;
  if (action.sa_handler == SIG_DFL) __fermata_fail(FERMATA_ABORT, "the process has ended itself by a signal");
  const word before = mask;
  mask |= *bits_of((sigset_t *)&action.sa_mask) | (action.sa_flags & SA_NODEFER ? 0 : bit(signal));
  if (action.sa_flags & SA_SIGINFO) {
    siginfo_t about = {.si_signo = signal};
    action.sa_sigaction(signal, &about, NULL);
  } else {
    action.sa_handler(signal);
  }
  mask = before;
  return 0;
}

/* Signal 0 asks whether there is such a thread or process. */
int kill(pid_t process, int signal) {
  if (process == getpid() && signal != 0) return raise(signal);
  if (process != getpid() && process != 0) __fermata_unmodelled("signals for other processes");
  return signal == 0 ? 0 : raise(signal);
}
int pthread_kill(pthread_t thread, int signal) {
  if (pthread_equal(thread, pthread_self())) return signal == 0 || raise(signal) == 0 ? 0 : errno;
  __fermata_unmodelled("signals for other threads");
}

/* A timer whose signal never arrives. */
unsigned alarm(unsigned seconds) {
  if (seconds) __fermata_assumes(FERMATA_NO_SIGNALS);
  return 0;
}

char *strsignal(int signal) {
  switch (signal) {
    case SIGHUP: return "Hangup";
    case SIGINT: return "Interrupt";
    case SIGQUIT: return "Quit";
    case SIGILL: return "Illegal instruction";
    case SIGABRT: return "Aborted";
    case SIGBUS: return "Bus error";
    case SIGFPE: return "Floating point exception";
    case SIGKILL: return "Killed";
    case SIGUSR1: return "User defined signal 1";
    case SIGSEGV: return "Segmentation fault";
    case SIGUSR2: return "User defined signal 2";
    case SIGPIPE: return "Broken pipe";
    case SIGALRM: return "Alarm clock";
    case SIGTERM: return "Terminated";
    case SIGCHLD: return "Child exited";
    default: return "Unknown signal";
  }
}
