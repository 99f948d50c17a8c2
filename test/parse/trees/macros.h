#define FROM_HEADER(a, b) f(a, b)
