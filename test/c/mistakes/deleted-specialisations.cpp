// Deleted for one type alone.
template <class T> int g(T t) { return 1; }
template <> int g(char) = delete;
struct S { template <class T> int m(T) { return 1; } };
template <> int S::m(char) = delete;
int main() { S s; return g('c') + s.m('d') + g(1); }
