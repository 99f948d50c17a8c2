#pragma once
#include <features.h>
#include <stddef.h>
#include <stdarg.h>
#include <__errno.h>
#include <__reals.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct __cufort_file FILE;
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define FILENAME_MAX 4096
#define stdin ((FILE *)3)
#define stdout ((FILE *)1)
#define stderr ((FILE *)2)
__host__ __device__ int printf(const char *format, ...) __asm__("cufort_printf");
int fprintf(FILE *f, const char *format, ...) __asm__("cufort_fprintf");
int sprintf(char *to, const char *format, ...) __asm__("cufort_sprintf");
int snprintf(char *to, size_t n, const char *format, ...) __asm__("cufort_snprintf");
int vprintf(const char *format, va_list list) __asm__("cufort_printf");
int vfprintf(FILE *f, const char *format, va_list list) __asm__("cufort_fprintf");
int vsprintf(char *to, const char *format, va_list list) __asm__("cufort_sprintf");
int vsnprintf(char *to, size_t n, const char *format, va_list list) __asm__("cufort_snprintf");
int puts(const char *text);
int putchar(int c);
FILE *fopen(const char *path, const char *mode);
FILE *freopen(const char *path, const char *mode, FILE *f);
int fclose(FILE *f);
int fflush(FILE *f);
int fputs(const char *text, FILE *f);
int fputc(int c, FILE *f);
int putc(int c, FILE *f);
char *fgets(char *to, int n, FILE *f);
int fgetc(FILE *f);
int getc(FILE *f);
size_t fread(void *to, size_t each, size_t n, FILE *f);
size_t fwrite(const void *from, size_t each, size_t n, FILE *f);
int fseek(FILE *f, long offset, int from);
long ftell(FILE *f);
void rewind(FILE *f);
int feof(FILE *f);
int ferror(FILE *f);
int remove(const char *path);
int rename(const char *from, const char *to);
static inline int fileno(FILE *f) { return (int)(long)f; }
static inline FILE *fdopen(int file, const char *mode) { return file == 0 ? stdin : (FILE *)(long)file; }
static inline int setvbuf(FILE *f, char *buffer, int mode, size_t n) { return 0; }
static inline void setbuf(FILE *f, char *buffer) {}
static inline void setlinebuf(FILE *f) {}
static inline int getchar(void) { return fgetc(stdin); }
static inline int ungetc(int c, FILE *f) { fseek(f, -1, 1); return c; }
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define L_tmpnam 32
#define TMP_MAX 238328
char *__cufort_tempnam(const char *folder, const char *prefix) __asm__("tempnam");
static inline char *tmpnam(char *to) {
  static char own[L_tmpnam];
  char *name = __cufort_tempnam("/tmp", NULL), *made = to ? to : own;
  for (int i = 0; i < L_tmpnam - 1 && (made[i] = name[i]) != 0; i++) made[i + 1] = 0;
  return made;
}
int __cufort_system(const char *command) __asm__("system");
void *__cufort_text_malloc(size_t n) __asm__("malloc");
void __cufort_text_free(void *p) __asm__("free");
char *__cufort_error_text(int code) __asm__("strerror");
static inline void perror(const char *text) {
  int code = *__cufort_errno_place();
  if (text && *text) fprintf(stderr, "%s: ", text);
  fprintf(stderr, "%s\n", __cufort_error_text(code));
}
// A pipe is a file: what the command writes is all there when it is read, and what it reads is all written when it begins.
struct __cufort_pipe { FILE *file; char path[L_tmpnam], *command; int status; struct __cufort_pipe *next; };
inline struct __cufort_pipe *__cufort_pipes;
static inline int __cufort_run(const char *command, char way, const char *path) {
  const char *format = way == '<' ? "{ %s\n} < %s" : "{ %s\n} > %s";
  int n = snprintf(NULL, 0, format, command, path), status;
  char *line = (char *)__cufort_text_malloc(n + 1);
  snprintf(line, n + 1, format, command, path);
  fflush(NULL);
  status = __cufort_system(line);
  __cufort_text_free(line);
  return status << 8;
}
static inline int vasprintf(char **to, const char *format, va_list list) {
  va_list again;
  va_copy(again, list);
  int n = vsnprintf(NULL, 0, format, again);
  va_end(again);
  *to = (char *)__cufort_text_malloc((size_t)n + 1);
  return vsnprintf(*to, (size_t)n + 1, format, list);
}
static inline int asprintf(char **to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vasprintf(to, format, list);
  va_end(list);
  return n;
}
static inline FILE *popen(const char *command, const char *mode) {
  struct __cufort_pipe *p = (struct __cufort_pipe *)__cufort_text_malloc(sizeof(struct __cufort_pipe));
  int n = snprintf(NULL, 0, "%s", command);
  tmpnam(p->path);
  p->status = 0;
  p->command = NULL;
  if (*mode == 'r') p->status = __cufort_run(command, '>', p->path);
  p->file = fopen(p->path, mode);
  if (!p->file) { __cufort_text_free(p); return NULL; }
  if (*mode != 'r') { p->command = (char *)__cufort_text_malloc(n + 1); snprintf(p->command, n + 1, "%s", command); }
  p->next = __cufort_pipes;
  __cufort_pipes = p;
  return p->file;
}
static inline int pclose(FILE *f) {
  struct __cufort_pipe **at = &__cufort_pipes;
  while (*at && (*at)->file != f) at = &(*at)->next;
  if (!*at) return -1;
  struct __cufort_pipe *p = *at;
  int status = p->status;
  *at = p->next;
  fclose(f);
  if (p->command) { status = __cufort_run(p->command, '<', p->path); __cufort_text_free(p->command); }
  remove(p->path);
  __cufort_text_free(p);
  return status;
}
// Reading by a format: from a text or from a file, one character ahead.
struct __cufort_scan { FILE *file; const char *text; int ahead, has, count; };
static inline int __cufort_scan_peek(struct __cufort_scan *s) {
  if (!s->file) return *s->text ? (unsigned char)*s->text : -1;
  if (!s->has) { s->ahead = fgetc(s->file); s->has = 1; }
  return s->ahead;
}
static inline void __cufort_scan_next(struct __cufort_scan *s) {
  s->count++;
  if (!s->file) s->text++;
  else { __cufort_scan_peek(s); s->has = 0; }
}
static inline int __cufort_scan_space(int c) { return c == ' ' || (c >= 9 && c <= 13); }
static inline void __cufort_scan_skip(struct __cufort_scan *s) { while (__cufort_scan_space(__cufort_scan_peek(s))) __cufort_scan_next(s); }
static inline int __cufort_scan_digit(int c, int base) {
  int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
  return d < base;
}
// Whether a letter goes on with the real number that the first n of a word are.
static inline int __cufort_scan_goes_on(const char *word, int n, int c) {
  if (n == 0 && (c == '-' || c == '+')) return 1;
  const char *w = word;
  if (n > 0 && (*w == '-' || *w == '+')) { w++; n--; }
  if (n == 0 && ((c | 32) == 'i' || (c | 32) == 'n')) return 1;
  if (n > 0 && (*w | 32) == 'i') return n < 8 && (c | 32) == "infinity"[n];
  if (n > 0 && (*w | 32) == 'n') return n < 3 && (c | 32) == "nan"[n];
  int hex = n > 1 && (w[1] | 32) == 'x', points = 0, digits = 0, power = -1;
  for (int i = hex ? 2 : 0; i < n; i++) {
    if (w[i] == '.') points++;
    else if (power < 0 && (w[i] | 32) == (hex ? 'p' : 'e')) power = i;
    else if (power < 0) digits++;
  }
  if (n == 1 && *w == '0' && (c | 32) == 'x') return 1;
  if (c == '.') return points == 0 && power < 0;
  if (c == '-' || c == '+') return power >= 0 && power == n - 1;
  if (power < 0 && digits > 0 && (c | 32) == (hex ? 'p' : 'e')) return 1;
  return __cufort_scan_digit(c, hex && power < 0 ? 16 : 10);
}
long __cufort_scan_whole(const char *text, char **end, int base) __asm__("strtol");
static inline int __cufort_scanned(struct __cufort_scan *s, const char *f, va_list list) {
  int done = 0;
  for (; *f; f++) {
    if (__cufort_scan_space(*f)) { __cufort_scan_skip(s); continue; }
    if (*f != '%') {
      if (__cufort_scan_peek(s) != (unsigned char)*f) return done == 0 && __cufort_scan_peek(s) < 0 ? -1 : done;
      __cufort_scan_next(s);
      continue;
    }
    f++;
    int quiet = 0, width = 0, size = 4;
    if (*f == '*') { quiet = 1; f++; }
    while (*f >= '0' && *f <= '9') width = 10 * width + *f++ - '0';
    for (;; f++) {
      if (*f == 'l' || *f == 'z' || *f == 'j' || *f == 't' || *f == 'L') size = 8;
      else if (*f == 'h') size = size == 2 ? 1 : 2;
      else break;
    }
    char kind = *f;
    if (kind == '%') { __cufort_scan_skip(s); if (__cufort_scan_peek(s) != '%') return done; __cufort_scan_next(s); continue; }
    if (kind == 'n') { if (!quiet) *va_arg(list, int *) = s->count; continue; }
    if (kind != 'c' && kind != '[') __cufort_scan_skip(s);
    if (__cufort_scan_peek(s) < 0) return done == 0 ? -1 : done;
    if (kind == 'c') {
      char *to = quiet ? (char *)0 : va_arg(list, char *);
      for (int i = 0; i < (width ? width : 1); i++) { int c = __cufort_scan_peek(s); if (c < 0) return done; if (to) *to++ = (char)c; __cufort_scan_next(s); }
      if (!quiet) done++;
      continue;
    }
    if (kind == 's' || kind == '[') {
      const char *set = (const char *)0, *end = (const char *)0;
      int not_in = 0;
      if (kind == '[') {
        set = f + 1;
        if (*set == '^') { not_in = 1; set++; }
        end = set;
        if (*end == ']') end++;
        while (*end && *end != ']') end++;
        f = end;
      }
      char *to = quiet ? (char *)0 : va_arg(list, char *);
      int n = 0;
      for (int c = __cufort_scan_peek(s); c >= 0 && (width == 0 || n < width); c = __cufort_scan_peek(s)) {
        int fits = !__cufort_scan_space(c);
        if (set) {
          fits = 0;
          for (const char *p = set; p < end; p++) {
            if (p + 2 < end && p[1] == '-') { if (c >= (unsigned char)p[0] && c <= (unsigned char)p[2]) fits = 1; p += 2; }
            else if (c == (unsigned char)*p) fits = 1;
          }
          if (not_in) fits = !fits;
        }
        if (!fits) break;
        if (to) *to++ = (char)c;
        __cufort_scan_next(s);
        n++;
      }
      if (n == 0 && set) return done;
      if (to) *to = 0;
      if (!quiet) done++;
      continue;
    }
    char word[128];
    int n = 0, real = kind == 'f' || kind == 'e' || kind == 'g' || kind == 'E' || kind == 'G' || kind == 'F' || kind == 'a';
    int base = kind == 'x' || kind == 'X' || kind == 'p' ? 16 : kind == 'o' ? 8 : kind == 'i' ? 0 : 10;
    for (int c = __cufort_scan_peek(s); c >= 0 && n < 127 && (width == 0 || n < width); c = __cufort_scan_peek(s)) {
      int sign = (c == '-' || c == '+') && n == 0;
      int fits = sign || __cufort_scan_digit(c, base == 0 ? (n > 1 && (word[1] == 'x' || word[2] == 'x') ? 16 : 10) : base);
      if (real) fits = __cufort_scan_goes_on(word, n, c);
      else if ((base == 16 || base == 0) && (c == 'x' || c == 'X') && n > 0 && word[n - 1] == '0') fits = 1;
      if (!fits) break;
      word[n++] = (char)c;
      __cufort_scan_next(s);
    }
    word[n] = 0;
    if (n == 0) return done;
    char *rest = word;
    double x = real ? __cufort_text_real(word, &rest) : 0;
    if (real && rest == word) return done;
    if (quiet) continue;
    done++;
    if (real) {
      if (size == 8) *va_arg(list, double *) = x;
      else *va_arg(list, float *) = (float)x;
      continue;
    }
    long whole = __cufort_scan_whole(word, (char **)0, base);
    if (kind == 'p' || size == 8) *va_arg(list, long *) = whole;
    else if (size == 4) *va_arg(list, int *) = (int)whole;
    else if (size == 2) *va_arg(list, short *) = (short)whole;
    else *va_arg(list, char *) = (char)whole;
  }
  return done;
}
void *malloc(size_t n);
void *realloc(void *p, size_t n);
static inline long getline(char **to, size_t *room, FILE *f) {
  long n = 0;
  if (!*to || *room < 128) { *to = (char *)realloc(*to, 128); *room = 128; }
  for (int c = fgetc(f); c != EOF; c = fgetc(f)) {
    if ((size_t)n + 2 > *room) { *room *= 2; *to = (char *)realloc(*to, *room); }
    (*to)[n++] = (char)c;
    if (c == '\n') break;
  }
  (*to)[n] = 0;
  return n == 0 ? -1 : n;
}
static inline int vsscanf(const char *text, const char *format, va_list list) {
  struct __cufort_scan s = {(FILE *)0, text, 0, 0, 0};
  return __cufort_scanned(&s, format, list);
}
static inline int vfscanf(FILE *f, const char *format, va_list list) {
  struct __cufort_scan s = {f, (const char *)0, 0, 0, 0};
  int n = __cufort_scanned(&s, format, list);
  if (s.has && s.ahead >= 0) ungetc(s.ahead, f);
  return n;
}
static inline int sscanf(const char *text, const char *format, ...) { va_list list; va_start(list, format); return vsscanf(text, format, list); }
static inline int fscanf(FILE *f, const char *format, ...) { va_list list; va_start(list, format); return vfscanf(f, format, list); }
static inline int scanf(const char *format, ...) { va_list list; va_start(list, format); return vfscanf(stdin, format, list); }
#ifdef __cplusplus
}
#endif
