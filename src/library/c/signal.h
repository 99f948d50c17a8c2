#pragma once
#define SIGHUP 1
#define SIGINT 2
#define SIGILL 4
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)
void __cufort_exit(int status) __asm__("exit");
static sighandler_t __cufort_signals[32];
// Handlers are those of raise: nothing else comes from outside.
static inline sighandler_t signal(int number, sighandler_t handler) {
  if (number < 1 || number >= 32 || number == SIGKILL) return SIG_ERR;
  sighandler_t was = __cufort_signals[number];
  __cufort_signals[number] = handler;
  return was;
}
static inline int raise(int number) {
  if (number < 1 || number >= 32) return -1;
  sighandler_t handler = __cufort_signals[number];
  if (handler == SIG_DFL) __cufort_exit(128 + number);
  else if (handler != SIG_IGN) {
    __cufort_signals[number] = SIG_DFL;
    handler(number);
  }
  return 0;
}
