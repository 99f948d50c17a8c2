// setjmp and longjmp: a mark names the call of the function and the place in it. What is on the way back to it ends behind its calls (ir/long-jumps.ts).
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
struct __cufort_mark { long frame; int point; };
inline long __cufort_jumping, __cufort_frames, __cufort_jump_frame;
inline int __cufort_jump_point, __cufort_jump_value;
static inline long __cufort_mark(struct __cufort_mark *b, long frame, int point) {
  b->frame = frame ? frame : ++__cufort_frames;
  b->point = point;
  return b->frame;
}
static inline int __cufort_landing(long frame) {
  if (!frame || frame != __cufort_jump_frame) return 0;
  __cufort_jumping = 0;
  return __cufort_jump_point;
}
static inline int __cufort_landed(void) { return __cufort_jump_value; }
inline void longjmp(struct __cufort_mark *b, int value) {
  __cufort_jump_frame = b->frame;
  __cufort_jump_point = b->point;
  __cufort_jump_value = value ? value : 1;
  __cufort_jumping = 1;
}
#ifdef __cplusplus
}
#endif
#define setjmp(b) __cufort_setjmp(b)
#define _setjmp(b) __cufort_setjmp(b)
#define sigsetjmp(b, mask) __cufort_setjmp(b)
#define __builtin_setjmp(b) __cufort_setjmp((struct __cufort_mark *)(b))
#define __builtin_longjmp(b, value) longjmp((struct __cufort_mark *)(b), (value))
#define siglongjmp(b, value) longjmp((b), (value))
