// A member of the class that is being defined has no size yet.
struct Chain {
  int length;
  Chain rest;
};
struct Few {
  Few all[2];
  Few *next;
};
template <class T>
struct Tree {
  T value;
  Tree<T> left;
};
int main() {
  Chain c;
  Few f;
  Tree<int> t;
  return c.length;
}
