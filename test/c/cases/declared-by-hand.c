// Functions of C's library that a source declares itself; one of its own with a name that the library has too.
typedef unsigned long size_t;
int printf(const char *, ...);
void *memchr(const void *, int, size_t);
char *strstr(const char *, const char *);
extern void *mempcpy(void *, const void *, size_t);
char *stpcpy(char *, const char *);
char *strsep(char **, const char *);
size_t strspn();
int strcasecmp(const char *a, const char *b);
void *alloca(size_t);
long long llabs(long long);
int ffs(int);
static int getline(char *s, int n) {
  s[0] = 'g';
  s[1] = 0;
  return n;
}
unsigned long long jmp_buf[5];
static void back(void) { __builtin_longjmp(jmp_buf, 1); }
int main(void) {
  char b[32], *p = b, *q = alloca(10);
  printf("%s %s\n", (char *)memchr("hello", 'l', 5), strstr("abcdef", "cd"));
  *(char *)mempcpy(b, "xy,z", 4) = 0;
  printf("%s %s", b, strsep(&p, ","));
  printf(" %s\n%d\n", p, (int)(stpcpy(q, "four") - q));
  printf("%s %d %d %d\n", q, (int)strspn("aab", "a"), strcasecmp("ABC", "abc"), getline(b, 7));
  printf("%s %lld %d\n", b, llabs(-5), ffs(24));
  if (__builtin_setjmp(jmp_buf) == 0) back();
  else printf("back\n");
  return 0;
}
