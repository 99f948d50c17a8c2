// A template that is made of itself without an end, which is told before the rest of the file.
template <class T> struct Next { using type = typename Next<T *>::type; };
template <int N> struct Sum { enum { value = N + Sum<N - 1>::value }; };
int sum() { return Sum<10>::value; }
int main() { undeclared(); return sum(); }
