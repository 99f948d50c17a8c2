// What directories hold, and the status of what is in them.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int by_name(const void *a, const void *b) { return strcmp((const char *)a, (const char *)b); }
static int show(const char *path) {
  char names[16][64];
  int count = 0;
  DIR *d = opendir(path);
  if (!d) return -1;
  struct dirent *e;
  while ((e = readdir(d)) != NULL) sprintf(names[count++], "%s%s", e->d_name, e->d_type == DT_DIR ? "/" : "");
  rewinddir(d);
  int again = 0;
  while (readdir(d)) again++;
  closedir(d);
  qsort(names, count, 64, by_name);
  for (int i = 0; i < count; i++) printf("%s ", names[i]);
  printf("(%d, %d)\n", count, again);
  return count;
}
int main(void) {
  char top[100], path[200];
  struct stat s;
  sprintf(top, "/tmp/folders-and-status-%d", (int)getpid());
  printf("%d\n", show(top));
  mkdir(top, 0755);
  show(top);
  for (int i = 0; i < 3; i++) {
    sprintf(path, "%s/part %d.dat", top, i);
    FILE *f = fopen(path, "w");
    fwrite("0123456789", 1, 3 * i, f);
    fclose(f);
    int status = stat(path, &s);
    printf("%d: %ld bytes %d %d\n", status, (long)s.st_size, S_ISREG(s.st_mode), S_ISDIR(s.st_mode));
  }
  sprintf(path, "%s/inner", top);
  mkdir(path, 0700);
  printf("%d ", stat(path, &s));
  printf("%d %o %d\n", S_ISDIR(s.st_mode), s.st_mode & 0777, s.st_mtime > 1000000000);
  show(top);
  rmdir(path);
  printf("%d\n", stat(path, &s));
  for (int i = 0; i < 3; i++) {
    sprintf(path, "%s/part %d.dat", top, i);
    unlink(path);
  }
  show(top);
  printf("%d\n", rmdir(top));
  printf("%s\n", opendir(top) ? "there" : "gone");
  return 0;
}
