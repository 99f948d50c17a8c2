#include <cstdlib>
template <typename T> struct List {
  T *p = new T[32];
  ~List() { delete[] p; }
};
