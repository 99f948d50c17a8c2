#pragma once
#include <sys/types.h>
#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12
struct dirent { unsigned long d_ino; off_t d_off; unsigned short d_reclen; unsigned char d_type; char d_name[261]; };
typedef struct __dirstream DIR;
#ifdef __cplusplus
extern "C" {
#endif
DIR *opendir(const char *path);
struct dirent *readdir(DIR *from);
void rewinddir(DIR *from);
int closedir(DIR *from);
int dirfd(DIR *from);
#ifdef __cplusplus
}
#endif
