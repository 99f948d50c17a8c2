#pragma once
#include <string.h>
struct utsname { char sysname[65], nodename[65], release[65], version[65], machine[65]; };
static inline int uname(struct utsname *to) {
  memset(to, 0, sizeof *to);
  strcpy(to->sysname, "Linux");
  strcpy(to->machine, "x86_64");
  return 0;
}
