// Real numbers in texts.
#pragma once
#include <__errno.h>
#ifdef __cplusplus
extern "C" {
#endif
static inline int __cufort_text_digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99; }
double __cufort_host_strtod(const char *text, char **end) __asm__("strtod");
/* `word` is in small letters. */
static inline int __cufort_text_begins(const char *s, const char *word) {
  for (; *word; s++, word++)
    if ((*s | 32) != *word) return 0;
  return 1;
}
/* Behind `0x`: what has no place among 60 bits only counts as there. */
static inline double __cufort_text_hex(const char *s, char **end) {
  unsigned long digits = 0;
  int power = 0, behind = 0;
  for (; __cufort_text_digit(*s) < 16 || (*s == '.' && !behind); s++) {
    if (*s == '.') { behind = 1; continue; }
    int digit = __cufort_text_digit(*s);
    if (digits >> 56) { digits |= digit != 0; power += behind ? 0 : 4; }
    else { digits = 16 * digits + (unsigned long)digit; power -= behind ? 4 : 0; }
  }
  if (*s == 'p' || *s == 'P') {
    const char *t = s + 1;
    int minus = *t == '-', by = 0;
    if (*t == '-' || *t == '+') t++;
    if (__cufort_text_digit(*t) < 10) {
      for (; __cufort_text_digit(*t) < 10; t++) if (by < 100000) by = 10 * by + *t - '0';
      power += minus ? -by : by;
      s = t;
    }
  }
  if (end) *end = (char *)s;
  double x = (double)digits;
  for (; power > 0 && x - x == 0 && x != 0; power--) x *= 2;
  for (; power < 0 && x != 0; power++) x *= 0.5;
  return x;
}
static inline double __cufort_text_real(const char *text, char **end) {
  const char *s = text;
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  double sign = *s == '-' ? -1 : 1;
  if (*s == '-' || *s == '+') s++;
  if (__cufort_text_begins(s, "inf")) {
    if (end) *end = (char *)s + (__cufort_text_begins(s, "infinity") ? 8 : 3);
    return sign * (1e308 * 10);
  }
  if (__cufort_text_begins(s, "nan")) {
    const char *t = s + 3;
    if (*t == '(') while (*++t && *t != ')') if (__cufort_text_digit(*t) > 35 && *t != '_') break;
    if (end) *end = (char *)(*t == ')' ? t + 1 : s + 3);
    return 1e308 * 10 - 1e308 * 10;
  }
  if (*s == '0' && (s[1] == 'x' || s[1] == 'X') && (__cufort_text_digit(s[2]) < 16 || (s[2] == '.' && __cufort_text_digit(s[3]) < 16)))
    return sign * __cufort_text_hex(s + 2, end);
  double x = __cufort_host_strtod(text, end);
  if (x - x != 0 && (*s == '.' || __cufort_text_digit(*s) < 10)) *__cufort_errno_place() = 34;
  // Too small to hold all of its digits.
  if (x < 2.2250738585072014e-308 && x > -2.2250738585072014e-308) {
    while (*s == '0' || *s == '.') s++;
    if (__cufort_text_digit(*s) < 10) *__cufort_errno_place() = 34;
  }
  return x;
}
#ifdef __cplusplus
}
#endif
