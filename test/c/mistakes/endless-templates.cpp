// Templates that are made of themselves without an end: as values, as bases, as functions.
template <int N> struct Sum { enum { value = N + Sum<N - 1>::value }; };
template <int N> struct Chain : Chain<N + 1> {};
int sum() { return Sum<10>::value; }
int main() { Chain<0> c; return sum(); }
