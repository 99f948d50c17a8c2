// Constants whose first values are each other's addresses, their own, and those of functions that use them.
#include <cstdio>
struct Link {
  const Link *next;
  int value;
};
extern const Link second;
const Link first{&second, 1};
const Link second{&first, 2};
const Link ring[3] = {{&ring[1], 3}, {&ring[2], 4}, {&ring[0], 5}};
extern int (*const table[2])(int);
static int down(int n) { return n <= 0 ? 7 : table[n % 2](n - 1); }
static int up(int n) { return n > 9 ? n : table[0](n - 2); }
int (*const table[2])(int) = {down, up};
struct Node {
  Node *self;
  int count;
};
Node node = {&node, 6};
int main() {
  printf("%d %d %d\n", first.next->value, second.next->next->value, ring[0].next->next->next->value);
  printf("%d %d\n", table[0](4), node.self->self->count);
  return 0;
}
