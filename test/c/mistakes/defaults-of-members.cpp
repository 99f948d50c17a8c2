// A wrong value of a member is read where an object asks for it; what follows is told, too, and there is an end.
template <class T>
struct Box {
  T value;
  int size = (const Box &a, int b);
};
Box<int> first{1};
Box<long> second{2};
int third = missing;
