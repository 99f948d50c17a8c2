// Whether one type becomes another, asked within constraints of templates; values cast to void; classes deduced from references to arrays.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
struct Animal {
  virtual ~Animal() {}
  virtual int legs() const = 0;
  using Maker = std::function<std::unique_ptr<Animal>()>;
  static std::map<std::string, Maker> &all() {
    static std::map<std::string, Maker> m;
    return m;
  }
};
template <class T> struct Register {
  explicit Register(const char *name) {
    Animal::all()[name] = [] { return std::make_unique<T>(); };
  }
};
struct Dog : Animal { int legs() const override { return 4; } };
struct Bird : Animal { int legs() const override { return 2; } };
static Register<Dog> dog("dog");
static Register<Bird> bird("bird");
template <size_t N> struct Text {
  char s[N];
  constexpr Text(const char (&a)[N]) { for (size_t i = 0; i < N; i++) s[i] = a[i]; }
  constexpr size_t size() const { return N - 1; }
};
struct Loud {
  int n;
  ~Loud() { printf("~%d ", n); }
};
template <class... A> void each(A &&...a) { (void)std::initializer_list<int>{(printf("%d ", (int)a), 0)...}; }
int main() {
  for (auto &[name, make] : Animal::all()) printf("%s %d\n", name.c_str(), make()->legs());
  printf("%d %d %d\n", std::is_convertible<std::unique_ptr<Dog>, std::unique_ptr<Animal>>::value, std::is_convertible<std::unique_ptr<Animal>, std::unique_ptr<Dog>>::value, std::is_convertible<std::shared_ptr<Dog>, std::shared_ptr<Animal>>::value);
  Loud l{1};
  (void)l;
  (void)Loud{2};
  static_cast<void>(std::string("x").size());
  (void)std::string("gone");
  each(1, 2.5, 'a');
  printf("%zu %s\n", Text("hey").size(), Text("you").s);
}
