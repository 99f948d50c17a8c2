// Memory without a file behind it is the heap's; a file's bytes are read when it is mapped, and not written back.
#pragma once
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_ANON 32
#define MAP_FAILED ((void *)-1)
static inline void *mmap(void *at, size_t n, int protection, int flags, int file, off_t offset) {
  if ((flags & MAP_FIXED) || ((flags & MAP_SHARED) && !(flags & MAP_ANONYMOUS) && (protection & PROT_WRITE))) return MAP_FAILED;
  char *block = (char *)malloc(n + 4096 + sizeof(void *));
  if (!block) return MAP_FAILED;
  char *p = (char *)(((unsigned long)block + sizeof(void *) + 4095) & ~4095ul);
  ((void **)p)[-1] = block;
  memset(p, 0, n);
  if (flags & MAP_ANONYMOUS) return p;
  lseek(file, offset, SEEK_SET);
  read(file, p, n);
  return p;
}
static inline int munmap(void *p, size_t n) { free(((void **)p)[-1]); return 0; }
static inline int mlock(const void *p, size_t n) { return 0; }
static inline int munlock(const void *p, size_t n) { return 0; }
