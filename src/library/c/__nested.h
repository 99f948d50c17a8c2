// Addresses of functions within functions (GCC's): each stands for one frame of the function around, until that ends.
#pragma once
struct __cufort_nested_slot { void **frame; struct __cufort_nested_slot *next; };
int __cufort_nested_text(const char *text) __asm__("puts");
void __cufort_nested_abort(void) __asm__("abort");
static inline void *__cufort_nested(void **frame, struct __cufort_nested_slot *slots, void **table, int n) {
  for (int i = 0; i < n; i++)
    if (slots[i].frame == frame) return table[i];
  for (int i = 0; i < n; i++)
    if (!slots[i].frame) {
      slots[i].frame = frame;
      slots[i].next = (struct __cufort_nested_slot *)frame[0];
      frame[0] = &slots[i];
      return table[i];
    }
  __cufort_nested_text("cufort: too many calls of a function hand out the address of one within it");
  __cufort_nested_abort();
  return (void *)0;
}
static inline void __cufort_nested_end(void **frame) {
  for (struct __cufort_nested_slot *s = (struct __cufort_nested_slot *)frame[0]; s; s = s->next) s->frame = (void **)0;
}
