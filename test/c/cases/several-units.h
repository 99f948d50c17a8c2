#include <string>
#include <vector>
struct S { static int count; static constexpr int limit = 5; std::string name; S(const char *n) : name(n) { count++; } };
const int width = 4; extern S other; inline int shared_one = 3;
template <class T> struct X { static T v; }; template <class T> T X<T>::v = 11;
void more();
