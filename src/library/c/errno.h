#pragma once
static int __cufort_errno;
#define errno __cufort_errno
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENOMEM 12
#define EACCES 13
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
