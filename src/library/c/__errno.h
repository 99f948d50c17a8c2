// One number for all sources of a program.
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
inline int __cufort_errno;
#ifdef __cplusplus
}
#endif
