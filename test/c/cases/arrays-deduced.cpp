// What a parameter of a template stands for where it is given arrays: the elements lose the const that the pattern says.
#include <cstdio>
#include <type_traits>
#include <string>
template <class T> const char *kind(const T &) { return std::is_same<T, char[3]>::value ? "char[3]" : std::is_same<T, const char[3]>::value ? "const char[3]" : std::is_same<T, int[2][2]>::value ? "int[2][2]" : std::is_same<T, int[4]>::value ? "int[4]" : "?"; }
template <class T> const char *decayed(const T &) { using D = typename std::decay<T>::type; return std::is_same<D, char *>::value ? "char *" : std::is_same<D, const char *>::value ? "const char *" : std::is_same<D, int *>::value ? "int *" : "?"; }
template <class T> const char *plain(T &) { return std::is_same<T, const char[3]>::value ? "const char[3]" : std::is_same<T, int[4]>::value ? "int[4]" : std::is_same<T, const int[4]>::value ? "const int[4]" : "?"; }
template <class T> const char *forward(T &&) { return std::is_same<T, const char (&)[3]>::value ? "const char (&)[3]" : "?"; }
template <class T, int n> int count(const T (&)[n]) { return std::is_same<T, const int>::value ? -n : n; }
template <class T> int both(const T &, const T &) { return sizeof(T); }
template <class T> T *first(const T &x) { static T copy{}; for (auto &c : copy) c = 0; (void)x; return &copy; }
int main() {
  const int a[4] = {1}; int b[4] = {2}; const int m[2][2] = {{1}};
 
  std::printf("%s %s %s %s\n", kind("ab"), kind(a), kind(b), kind(m));
  std::printf("%s %s\n", decayed("ab"), decayed(a));
  std::printf("%s %s %s\n", plain("ab"), plain(a), plain(b));
  std::printf("%s\n", forward("ab"));
 
  std::printf("%d %d %d\n", count(a), count(b), both(a, b)); auto f = [](const auto &x) { return sizeof x; };
  std::printf("%d\n", (int)f("abc"));
  std::printf("%d\n", (int)sizeof *first(a)); std::string s = "x";
  std::printf("%d\n", s == "x"); return 0; }
