// Functions whose bodies need others of their kind without an end.
#include <algorithm>
template <class T> T *more(T value) { return *more(&value); }
int main() { return *more(0); }
