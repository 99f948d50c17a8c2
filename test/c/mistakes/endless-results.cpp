// Results that are found in each other, members behind arrows: no end.
template <int N> auto result() { return result<N + 1>(); }
int main() { return result<0>(); }
