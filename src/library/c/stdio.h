#pragma once
#include <stddef.h>
#include <stdarg.h>
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
void perror(const char *text);
#ifdef __cplusplus
}
#endif
