#pragma once
inline int twice(int x) { return 2 * x; }
struct Once { int x; };
