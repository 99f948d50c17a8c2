/** Sources of about so many lines in C, C++ and CUDA C++: several hundred functions, each kind in some styles that people write. */
export const longCSources = {
  'plain C': { extension: 'c', head: plainHead, parts: [records, matrices, words, automaton, lists, tables] },
  'classes and templates': { extension: 'cpp', head: classHead, parts: [shapes, vectors, policies, owners, trees] },
  containers: { extension: 'cpp', head: containerHead, parts: [inventory, graph, text, statistics, cache] },
  kernels: { extension: 'cu', head: kernelHead, parts: [stencil, sums, product, particles, histogram] },
} as const satisfies Readonly<Record<string, Kind>>;

type Part = (i: number) => string;
type Kind = { readonly extension: string; readonly head: Part; readonly parts: readonly Part[] };

export function longCSource({ head, parts }: Kind, lines: number): string {
  const texts = [head(0)];
  let length = countLines(texts[0] ?? '');
  let i = 0;
  for (; length < lines - i - 4; i++) {
    const part = parts[i % parts.length]?.(i) ?? '';
    texts.push(part);
    length += countLines(part);
  }
  const calls = Array.from({ length: i }, (_, at) => `  total += run_${at}(${(at % 7) + 5});`);
  return [...texts, 'int main(void) {', '  double total = 0;', ...calls, '  printf("%.6g\\n", total);', '}', ''].join(
    '\n',
  );
}

function countLines(text: string): number {
  return text.split('\n').length;
}

function pick<T>(of: readonly [T, ...T[]], i: number): T {
  return of[i % of.length] ?? of[0];
}

const number = (i: number) => pick(['double', 'float', 'int', 'long', 'unsigned', 'short'], i);

function plainHead(): string {
  return `#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
`;
}

function records(i: number): string {
  const type = number(i);
  return `struct record_${i} {
  ${type} values[${4 + (i % 5)}];
  int count;
  char name[${16 + (i % 3) * 8}];
  struct { unsigned open : 1, kind : 3; } flags;
};

static void fill_${i}(struct record_${i} *r, int from) {
  r->count = ${4 + (i % 5)};
  for (int k = 0; k < r->count; k++) r->values[k] = (${type})(from + k * ${(i % 4) + 1});
  snprintf(r->name, sizeof r->name, "record %d", from);
  r->flags.open = from & 1;
  r->flags.kind = from % 8;
}

static int by_sum_${i}(const void *a, const void *b) {
  const struct record_${i} *p = a, *q = b;
  double s = 0, t = 0;
  for (int k = 0; k < p->count; k++) s += p->values[k];
  for (int k = 0; k < q->count; k++) t += q->values[k];
  return s < t ? -1 : s > t;
}

double run_${i}(int n) {
  struct record_${i} *all = malloc(n * sizeof *all);
  double sum = 0;
  if (!all) return -1;
  for (int k = 0; k < n; k++) fill_${i}(&all[k], (k * 7) % n);
  qsort(all, n, sizeof *all, by_sum_${i});
  for (int k = 0; k < n; k++) {
    if (!all[k].flags.open) continue;
    sum += all[k].values[0] * all[k].flags.kind + strlen(all[k].name);
  }
  free(all);
  return sum;
}
`;
}

function matrices(i: number): string {
  const type = pick(['double', 'float'], i);
  return `#define SIZE_${i} ${8 + (i % 4) * 4}
#define AT_${i}(m, r, c) ((m)[(r) * SIZE_${i} + (c)])
static ${type} left_${i}[SIZE_${i} * SIZE_${i}], right_${i}[SIZE_${i} * SIZE_${i}], product_${i}[SIZE_${i} * SIZE_${i}];

static void multiply_${i}(const ${type} *a, const ${type} *b, ${type} *c) {
  for (int r = 0; r < SIZE_${i}; r++)
    for (int s = 0; s < SIZE_${i}; s++) {
      ${type} sum = 0;
      for (int k = 0; k < SIZE_${i}; k++) sum += AT_${i}(a, r, k) * AT_${i}(b, k, s);
      AT_${i}(c, r, s) = sum;
    }
}

static int factorise_${i}(${type} *a, int *pivots) {
  for (int k = 0; k < SIZE_${i}; k++) {
    int best = k;
    for (int r = k + 1; r < SIZE_${i}; r++)
      if (fabs(AT_${i}(a, r, k)) > fabs(AT_${i}(a, best, k))) best = r;
    if (AT_${i}(a, best, k) == 0) return k + 1;
    pivots[k] = best;
    for (int c = 0; best != k && c < SIZE_${i}; c++) {
      ${type} t = AT_${i}(a, k, c);
      AT_${i}(a, k, c) = AT_${i}(a, best, c);
      AT_${i}(a, best, c) = t;
    }
    for (int r = k + 1; r < SIZE_${i}; r++) {
      AT_${i}(a, r, k) /= AT_${i}(a, k, k);
      for (int c = k + 1; c < SIZE_${i}; c++) AT_${i}(a, r, c) -= AT_${i}(a, r, k) * AT_${i}(a, k, c);
    }
  }
  return 0;
}

double run_${i}(int n) {
  int pivots[SIZE_${i}];
  for (int k = 0; k < SIZE_${i} * SIZE_${i}; k++) {
    left_${i}[k] = (${type})((k * n) % 17) / 3;
    right_${i}[k] = (${type})((k + n) % 13) - 6;
  }
  multiply_${i}(left_${i}, right_${i}, product_${i});
  int status = factorise_${i}(product_${i}, pivots);
  if (status) fprintf(stderr, "matrix ${i} is singular at %d\\n", status);
  return product_${i}[SIZE_${i} + 1] + status;
}
`;
}

function words(i: number): string {
  return `static const char *text_${i} = "the quick brown fox ${i} jumps over the lazy dog, ${i * 31} times";

static unsigned hash_${i}(const char *s, size_t n) {
  unsigned h = ${2166136261 + i}u;
  while (n--) h = (h ^ (unsigned char)*s++) * 16777619u;
  return h ^ (h >> ${(i % 9) + 7});
}

static int split_${i}(const char *s, const char **starts, int *lengths, int limit) {
  int n = 0;
  while (*s && n < limit) {
    while (*s && !isalnum((unsigned char)*s)) s++;
    if (!*s) break;
    starts[n] = s;
    while (isalnum((unsigned char)*s)) s++;
    lengths[n] = (int)(s - starts[n]);
    n++;
  }
  return n;
}

static char *reversed_${i}(const char *s) {
  size_t n = strlen(s);
  char *r = malloc(n + 1);
  for (size_t k = 0; k < n; k++) r[k] = toupper((unsigned char)s[n - 1 - k]);
  r[n] = '\\0';
  return r;
}

double run_${i}(int n) {
  const char *starts[32];
  int lengths[32];
  unsigned mixed = 0;
  int found = split_${i}(text_${i}, starts, lengths, n < 32 ? n : 32);
  for (int k = 0; k < found; k++) mixed = mixed * 31 + hash_${i}(starts[k], lengths[k]);
  char *r = reversed_${i}(text_${i});
  if (strstr(r, "XOF")) mixed ^= 0x5a5a;
  free(r);
  return mixed % 1000;
}
`;
}

function automaton(i: number): string {
  return `enum state_${i} { IDLE_${i}, READING_${i}, ESCAPED_${i}, DONE_${i}, FAILED_${i} };
typedef struct { enum state_${i} state; long value; int depth; } machine_${i};

static void step_${i}(machine_${i} *m, int c) {
  switch (m->state) {
    case IDLE_${i}:
      if (c >= '0' && c <= '9') {
        m->value = c - '0';
        m->state = READING_${i};
      } else if (c == '(') {
        m->depth++;
      } else if (c == ')') {
        if (--m->depth < 0) m->state = FAILED_${i};
      }
      break;
    case READING_${i}:
      if (c == '\\\\') m->state = ESCAPED_${i};
      else if (c >= '0' && c <= '9') m->value = m->value * 10 + (c - '0');
      else m->state = c == ';' ? DONE_${i} : IDLE_${i};
      break;
    case ESCAPED_${i}:
      m->value += c % ${(i % 5) + 3};
      m->state = READING_${i};
      break;
    case DONE_${i}:
    case FAILED_${i}:
      return;
    default:
      abort();
  }
}

double run_${i}(int n) {
  static const char input[] = "((12\\\\3)4) ${i} 77;";
  machine_${i} m = {IDLE_${i}, 0, 0};
  for (int round = 0; round < n; round++) {
    for (const char *p = input; *p; p++) step_${i}(&m, *p);
    if (m.state == FAILED_${i}) goto failed;
    m.state = IDLE_${i};
  }
  return m.value;
failed:
  return -1;
}
`;
}

function lists(i: number): string {
  const type = number(i + 2);
  return `typedef struct node_${i} { struct node_${i} *next; ${type} key; union { int whole; float part; } data; } node_${i};

static node_${i} *push_${i}(node_${i} *head, ${type} key) {
  node_${i} *n = calloc(1, sizeof(node_${i}));
  n->next = head;
  n->key = key;
  n->data.whole = (int)key * ${(i % 6) + 2};
  return n;
}

static node_${i} *merge_${i}(node_${i} *a, node_${i} *b) {
  node_${i} first, *last = &first;
  first.next = NULL;
  while (a && b) {
    node_${i} **less = a->key <= b->key ? &a : &b;
    last->next = *less;
    last = *less;
    *less = (*less)->next;
  }
  last->next = a ? a : b;
  return first.next;
}

static node_${i} *sort_${i}(node_${i} *head) {
  if (!head || !head->next) return head;
  node_${i} *slow = head, *fast = head->next;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  node_${i} *second = slow->next;
  slow->next = NULL;
  return merge_${i}(sort_${i}(head), sort_${i}(second));
}

double run_${i}(int n) {
  node_${i} *head = NULL;
  double sum = 0;
  for (int k = 0; k < n; k++) head = push_${i}(head, (${type})((k * 37) % 11));
  head = sort_${i}(head);
  while (head) {
    node_${i} *next = head->next;
    sum = sum * 0.5 + head->key + head->data.whole;
    free(head);
    head = next;
  }
  return sum;
}
`;
}

function tables(i: number): string {
  return `static double add_${i}(double a, double b) { return a + b * ${i % 3}; }
static double scale_${i}(double a, double b) { return b != 0 ? a / b : a; }
static double power_${i}(double a, double b) { return pow(fabs(a) + 1, b / ${(i % 4) + 8}.0); }

static const struct { const char *name; double (*apply)(double, double); int cost; } operations_${i}[] = {
    {"add", add_${i}, ${i % 4}},
    {"scale", scale_${i}, 2},
    {"power", power_${i}, 9},
};

static const double knots_${i}[] = {0.0, 0.5, 1.25, ${i}.5, ${i + 3}.25};

static double interpolate_${i}(double x) {
  const int last = (int)(sizeof knots_${i} / sizeof *knots_${i}) - 1;
  int low = 0, high = last;
  if (x <= knots_${i}[0]) return 0;
  if (x >= knots_${i}[last]) return last;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (knots_${i}[middle] <= x) low = middle;
    else high = middle;
  }
  return low + (x - knots_${i}[low]) / (knots_${i}[high] - knots_${i}[low]);
}

double run_${i}(int n) {
  double value = ${i}.5;
  int cost = 0;
  for (int k = 0; k < n; k++) {
    const int which = (k * ${(i % 5) + 1}) % 3;
    value = operations_${i}[which].apply(value, interpolate_${i}(k * 0.75));
    cost += operations_${i}[which].cost;
    if (!strcmp(operations_${i}[which].name, "power") && value > 1e6) value = 1;
  }
  return value + cost;
}
`;
}

function classHead(): string {
  return `#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

template <typename T> struct Unit { static constexpr T one = T(1); };
template <typename T> struct is_whole { static constexpr bool value = false; };
template <> struct is_whole<int> { static constexpr bool value = true; };
template <> struct is_whole<long> { static constexpr bool value = true; };
`;
}

function shapes(i: number): string {
  return `class Shape${i} {
 public:
  explicit Shape${i}(const char *name) : name_(name) { ++count_; }
  virtual ~Shape${i}() { --count_; }
  virtual double area() const = 0;
  virtual double edge() const { return 0; }
  const char *name() const { return name_; }
  static int count() { return count_; }

 protected:
  const char *name_;

 private:
  static int count_;
};
int Shape${i}::count_ = 0;

class Circle${i} : public Shape${i} {
  double r_;

 public:
  Circle${i}(double r) : Shape${i}("circle"), r_(r) {}
  double area() const override { return 3.14159265 * r_ * r_; }
  double edge() const override { return 2 * 3.14159265 * r_; }
};

class Box${i} : public Shape${i} {
 protected:
  double w_, h_;

 public:
  Box${i}(double w, double h, const char *name = "box") : Shape${i}(name), w_(w), h_(h) {}
  double area() const override { return w_ * h_; }
  double edge() const override { return 2 * (w_ + h_); }
};

class Square${i} final : public Box${i} {
 public:
  explicit Square${i}(double a) : Box${i}(a, a, "square") {}
  double edge() const override { return 4 * w_ + ${i}; }
};

double run_${i}(int n) {
  Shape${i} *all[16];
  double sum = 0;
  for (int k = 0; k < n && k < 16; k++) {
    if (k % 3 == 0) all[k] = new Circle${i}(k + 0.5);
    else if (k % 3 == 1) all[k] = new Box${i}(k, ${i % 7});
    else all[k] = new Square${i}(k);
  }
  for (int k = 0; k < n && k < 16; k++) sum += all[k]->area() - all[k]->edge() + (double)std::strlen(all[k]->name());
  sum += Shape${i}::count();
  for (int k = 0; k < n && k < 16; k++) delete all[k];
  return sum;
}
`;
}

function vectors(i: number): string {
  const type = pick(['double', 'float', 'int', 'long'], i);
  return `template <typename T, int N> class Vec${i} {
  T v_[N];

 public:
  Vec${i}() : v_{} {}
  explicit Vec${i}(T all) { for (T &x : v_) x = all; }
  T &operator[](int k) { return v_[k]; }
  const T &operator[](int k) const { return v_[k]; }
  Vec${i} &operator+=(const Vec${i} &o) {
    for (int k = 0; k < N; k++) v_[k] += o.v_[k];
    return *this;
  }
  friend Vec${i} operator+(Vec${i} a, const Vec${i} &b) { return a += b; }
  friend Vec${i} operator*(T s, Vec${i} a) {
    for (int k = 0; k < N; k++) a.v_[k] *= s;
    return a;
  }
  T dot(const Vec${i} &o) const {
    T sum = T();
    for (int k = 0; k < N; k++) sum += v_[k] * o.v_[k];
    return sum;
  }
  template <typename F> Vec${i} map(F f) const {
    Vec${i} r;
    for (int k = 0; k < N; k++) r[k] = f(v_[k]);
    return r;
  }
  bool operator==(const Vec${i} &o) const { return std::memcmp(v_, o.v_, sizeof v_) == 0; }
};

template <typename T> T norm_${i}(const Vec${i}<T, ${(i % 3) + 2}> &v) {
  if constexpr (is_whole<T>::value) return v.dot(v);
  else return std::sqrt(v.dot(v));
}

double run_${i}(int n) {
  Vec${i}<${type}, ${(i % 3) + 2}> a{${type}(n)}, b;
  Vec${i}<float, ${(i % 4) + 5}> wide(1.5f);
  for (int k = 0; k < ${(i % 3) + 2}; k++) b[k] = ${type}(k + ${i % 9});
  auto c = a + ${type}(2) * b;
  const int shift = n % 3;
  auto d = c.map([=](${type} x) { return ${type}(x + shift); });
  wide += wide.map([](float x) { return x * x; });
  return norm_${i}(d) + wide.dot(wide) + (c == d ? 1 : 0);
}
`;
}

function policies(i: number): string {
  const type = pick(['double', 'float'], i);
  return `struct Clamp${i} {
  static ${type} apply(${type} x, ${type} lo, ${type} hi) { return x < lo ? lo : x > hi ? hi : x; }
};
struct Wrap${i} {
  static ${type} apply(${type} x, ${type} lo, ${type} hi) { return lo + std::fmod(x - lo, hi - lo); }
};

template <class Derived> class Filter${i} {
 public:
  ${type} operator()(${type} x) { return self().step(x); }
  template <int N> ${type} over(const ${type} (&xs)[N]) {
    ${type} last = 0;
    for (${type} x : xs) last = (*this)(x);
    return last;
  }

 private:
  Derived &self() { return static_cast<Derived &>(*this); }
};

template <class Policy> class Smooth${i} : public Filter${i}<Smooth${i}<Policy>> {
  friend class Filter${i}<Smooth${i}<Policy>>;
  ${type} state_ = 0;
  ${type} step(${type} x) { return state_ = Policy::apply(state_ * ${type}(0.5) + x, -${(i % 5) + 1}, ${(i % 5) + 2}); }
};

template <class Policy> class Delay${i} : public Filter${i}<Delay${i}<Policy>> {
  friend class Filter${i}<Delay${i}<Policy>>;
  ${type} line_[4] = {};
  unsigned at_ = 0;
  ${type} step(${type} x) {
    const ${type} out = line_[at_ % 4];
    line_[at_++ % 4] = Policy::apply(x, 0, ${(i % 6) + 3});
    return out;
  }
};

template <typename... Fs> ${type} chain_${i}(${type} x, Fs &...fs) {
  ((x = fs(x)), ...);
  return x;
}

double run_${i}(int n) {
  Smooth${i}<Clamp${i}> clamped;
  Smooth${i}<Wrap${i}> wrapped;
  Delay${i}<Clamp${i}> delayed;
  const ${type} signal[] = {1, -2, ${i % 10}, 4, 0.5};
  ${type} sum = 0;
  for (int k = 0; k < n; k++) sum += chain_${i}(k * ${type}(0.3), clamped, delayed, wrapped);
  return sum + clamped.over(signal) + delayed.over(signal);
}
`;
}

function owners(i: number): string {
  const type = pick(['int', 'double', 'char', 'long'], i);
  return `namespace storage_${i} {
template <typename T> class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(int n) : data_(n ? new T[n]() : nullptr), size_(n) {}
  Buffer(const Buffer &o) : Buffer(o.size_) { for (int k = 0; k < size_; k++) data_[k] = o.data_[k]; }
  Buffer(Buffer &&o) noexcept : data_(o.data_), size_(o.size_) {
    o.data_ = nullptr;
    o.size_ = 0;
  }
  Buffer &operator=(Buffer o) {
    swap(o);
    return *this;
  }
  ~Buffer() { delete[] data_; }
  void swap(Buffer &o) {
    T *d = data_;
    data_ = o.data_;
    o.data_ = d;
    int n = size_;
    size_ = o.size_;
    o.size_ = n;
  }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  int size() const { return size_; }
  T &at(int k) {
    if (k < 0 || k >= size_) {
      std::printf("index %d is outside of buffer ${i}\\n", k);
      std::abort();
    }
    return data_[k];
  }

 private:
  T *data_ = nullptr;
  int size_ = 0;
};

struct Item {
  ${type} key;
  Buffer<${type}> history;
  Item() : key(), history(${(i % 4) + 1}) {}
  Item(${type} k, int n) : key(k), history(n) { for (auto &h : history) h = ${type}(key + 1); }
};
}  // namespace storage_${i}

double run_${i}(int n) {
  using namespace storage_${i};
  Buffer<Item> items(n);
  double sum = 0;
  for (int k = 0; k < n; k++) items.at(k) = Item(${type}(k), k % 4);
  Buffer<Item> copy = items;
  for (Item &item : copy) {
    sum += item.key * 2;
    for (${type} h : item.history) sum += h;
  }
  return sum + copy.size();
}
`;
}

function trees(i: number): string {
  const key = pick(['int', 'double', 'long', 'unsigned'], i);
  return `template <typename K, typename Less> class Tree${i} {
  struct Node {
    K key;
    int count;
    Node *child[2];
    explicit Node(const K &k) : key(k), count(1), child{nullptr, nullptr} {}
  };
  Node *root_ = nullptr;
  Less less_;

  static void drop(Node *n) {
    if (!n) return;
    drop(n->child[0]);
    drop(n->child[1]);
    delete n;
  }
  template <typename F> static void visit(const Node *n, F &f) {
    if (!n) return;
    visit(n->child[0], f);
    f(n->key, n->count);
    visit(n->child[1], f);
  }

 public:
  Tree${i}() {}
  Tree${i}(const Tree${i} &) = delete;
  ~Tree${i}() { drop(root_); }
  bool insert(const K &k) {
    Node **at = &root_;
    while (*at) {
      if (less_(k, (*at)->key)) at = &(*at)->child[0];
      else if (less_((*at)->key, k)) at = &(*at)->child[1];
      else return (*at)->count++, false;
    }
    *at = new Node(k);
    return true;
  }
  template <typename F> F each(F f) const {
    visit(root_, f);
    return f;
  }
};

struct Order${i} {
  bool operator()(${key} a, ${key} b) const { return ${i % 2 ? 'a > b' : 'a < b'}; }
};

double run_${i}(int n) {
  Tree${i}<${key}, Order${i}> tree;
  int fresh = 0;
  for (int k = 0; k < n * 3; k++) fresh += tree.insert(${key}((k * ${i + 3}) % 23));
  double sum = 0, weight = 1;
  tree.each([&](${key} key, int count) {
    sum += weight * key * count;
    weight *= 0.9;
  });
  return sum + fresh;
}
`;
}

function containerHead(): string {
  return `#include <algorithm>
#include <cstdio>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>
`;
}

function inventory(i: number): string {
  return `struct Article${i} {
  std::string name;
  int amount;
  double price;
  bool operator<(const Article${i} &o) const { return name < o.name; }
};

std::ostream &operator<<(std::ostream &out, const Article${i} &a) {
  return out << std::left << std::setw(${(i % 8) + 8}) << a.name << std::right << std::fixed << std::setprecision(2) << a.price << " x " << a.amount;
}

class Inventory${i} {
 public:
  void add(const std::string &name, int amount, double price) {
    auto it = std::find_if(articles_.begin(), articles_.end(), [&](const Article${i} &a) { return a.name == name; });
    if (it != articles_.end()) it->amount += amount;
    else articles_.push_back({name, amount, price});
  }
  void remove(const std::string &name) {
    articles_.erase(std::remove_if(articles_.begin(), articles_.end(), [&](const auto &a) { return a.name == name; }), articles_.end());
  }
  double worth() const {
    return std::accumulate(articles_.begin(), articles_.end(), 0.0, [](double s, const Article${i} &a) { return s + a.amount * a.price; });
  }
  std::vector<Article${i}> cheapest(size_t n) const {
    std::vector<Article${i}> sorted = articles_;
    std::sort(sorted.begin(), sorted.end(), [](const Article${i} &a, const Article${i} &b) { return a.price < b.price; });
    if (sorted.size() > n) sorted.resize(n);
    return sorted;
  }

 private:
  std::vector<Article${i}> articles_;
};

double run_${i}(int n) {
  Inventory${i} store;
  for (int k = 0; k < n; k++) store.add("article " + std::to_string(k % ${(i % 4) + 3}), k + 1, 1.5 * (k % 5) + ${i % 10});
  store.remove("article 1");
  std::ostringstream out;
  for (const auto &a : store.cheapest(3)) out << a << '\\n';
  return store.worth() + out.str().size();
}
`;
}

function graph(i: number): string {
  const weight = pick(['double', 'int', 'float', 'long'], i);
  return `struct Edge${i} {
  int to;
  ${weight} weight;
};

class Graph${i} {
  std::map<int, std::vector<Edge${i}>> edges_;

 public:
  void connect(int a, int b, ${weight} w) {
    edges_[a].push_back({b, w});
    edges_[b].push_back({a, w});
  }
  std::map<int, ${weight}> distances(int from) const {
    std::map<int, ${weight}> best;
    std::set<std::pair<${weight}, int>> open;
    best[from] = 0;
    open.insert({0, from});
    while (!open.empty()) {
      auto [d, node] = *open.begin();
      open.erase(open.begin());
      auto found = edges_.find(node);
      if (found == edges_.end()) continue;
      for (const Edge${i} &e : found->second) {
        ${weight} next = d + e.weight;
        auto known = best.find(e.to);
        if (known != best.end() && known->second <= next) continue;
        if (known != best.end()) open.erase({known->second, e.to});
        best[e.to] = next;
        open.emplace(next, e.to);
      }
    }
    return best;
  }
  std::vector<int> nodes() const {
    std::vector<int> all;
    for (const auto &[node, edges] : edges_) all.push_back(node);
    return all;
  }
};

double run_${i}(int n) {
  Graph${i} g;
  for (int k = 0; k < n; k++) g.connect(k, (k * ${(i % 3) + 2} + 1) % n, ${weight}(k % 4 + 1));
  double sum = 0;
  for (const auto &entry : g.distances(0)) sum += entry.first * double(entry.second);
  auto nodes = g.nodes();
  std::reverse(nodes.begin(), nodes.end());
  return sum + nodes.front() + std::count_if(nodes.begin(), nodes.end(), [](int k) { return k % 2 == 0; });
}
`;
}

function text(i: number): string {
  return `std::vector<std::string> words_${i}(const std::string &line, char separator) {
  std::vector<std::string> parts;
  std::stringstream in(line);
  std::string part;
  while (std::getline(in, part, separator))
    if (!part.empty()) parts.push_back(part);
  return parts;
}

std::string joined_${i}(const std::vector<std::string> &parts, const std::string &between) {
  std::string all;
  for (size_t k = 0; k < parts.size(); k++) all += (k ? between : "") + parts[k];
  return all;
}

std::unordered_map<std::string, int> counts_${i}(const std::vector<std::string> &parts) {
  std::unordered_map<std::string, int> counts;
  for (const auto &p : parts) ++counts[p];
  return counts;
}

int number_${i}(const std::string &s) {
  try {
    return std::stoi(s);
  } catch (const std::invalid_argument &) {
    return -1;
  } catch (const std::out_of_range &) {
    return ${i};
  }
}

double run_${i}(int n) {
  std::string line;
  for (int k = 0; k < n; k++) line += "w" + std::to_string(k % ${(i % 5) + 2}) + ";" + std::to_string(k) + ";";
  auto parts = words_${i}(line, ';');
  auto counts = counts_${i}(parts);
  std::vector<std::pair<std::string, int>> ranked(counts.begin(), counts.end());
  std::sort(ranked.begin(), ranked.end(), [](const auto &a, const auto &b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
  int sum = 0;
  for (const auto &p : parts) sum += number_${i}(p);
  std::string top = ranked.front().first;
  std::transform(top.begin(), top.end(), top.begin(), [](unsigned char c) { return char(std::toupper(c)); });
  return sum + joined_${i}(parts, ", ").find(top == "W0" ? "w0" : top) + ranked.size();
}
`;
}

function statistics(i: number): string {
  const type = pick(['double', 'float', 'int', 'long', 'unsigned', 'short'], i);
  return `struct Sample${i} {
  ${type} value;
  int group;
};

template <typename T> double mean_${i}(const std::vector<T> &v) {
  return v.empty() ? 0 : std::accumulate(v.begin(), v.end(), 0.0) / v.size();
}

template <typename T> T median_${i}(std::vector<T> v) {
  if (v.empty()) throw std::runtime_error("no samples in ${i}");
  std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
  return v[v.size() / 2];
}

std::vector<Sample${i}> samples_${i}(int n) {
  std::vector<Sample${i}> all(n);
  int k = 0;
  std::generate(all.begin(), all.end(), [&k] { return ++k, Sample${i}{${type}((k * 31) % 17), k % ${(i % 4) + 2}}; });
  return all;
}

double run_${i}(int n) {
  auto all = samples_${i}(n * 4);
  std::map<int, std::vector<${type}>> groups;
  for (const auto &s : all) groups[s.group].push_back(s.value);
  double sum = 0;
  for (auto &[group, values] : groups) {
    std::sort(values.begin(), values.end(), std::greater<${type}>());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    auto [low, high] = std::minmax_element(values.begin(), values.end());
    sum += group * mean_${i}(values) + median_${i}(values) + *high - *low;
  }
  std::vector<double> scaled(all.size());
  std::transform(all.begin(), all.end(), scaled.begin(), [sum](const Sample${i} &s) { return s.value / (1 + sum); });
  std::stable_sort(all.begin(), all.end(), [](const Sample${i} &a, const Sample${i} &b) { return a.value < b.value; });
  std::cout << "samples ${i}: " << all.size() << ", mean " << mean_${i}(scaled) << std::endl;
  return sum + all.front().value;
}
`;
}

function cache(i: number): string {
  const value = pick(['double', 'std::string', 'int', 'std::vector<int>'], i);
  const size = pick(['v', 'v.size()', 'v', 'v.size()'], i);
  const make = pick(['k * 0.5', 'std::to_string(k)', 'k * k', 'std::vector<int>(k + 1, k)'], i);
  return `class Source${i} {
 public:
  virtual ~Source${i}() = default;
  virtual ${value} load(int k) = 0;
};

class Counted${i} : public Source${i} {
  int loads_ = 0;

 public:
  ${value} load(int k) override {
    ++loads_;
    return ${make};
  }
  int loads() const { return loads_; }
};

class Cache${i} {
  std::shared_ptr<Source${i}> source_;
  std::unordered_map<int, std::unique_ptr<${value}>> kept_;
  std::vector<std::function<void(int)>> listeners_;
  size_t limit_;

 public:
  Cache${i}(std::shared_ptr<Source${i}> source, size_t limit) : source_(std::move(source)), limit_(limit) {}
  void listen(std::function<void(int)> f) { listeners_.emplace_back(std::move(f)); }
  const ${value} &get(int k) {
    auto found = kept_.find(k);
    if (found != kept_.end()) return *found->second;
    if (kept_.size() >= limit_) kept_.erase(kept_.begin());
    for (auto &f : listeners_) f(k);
    return *(kept_[k] = std::make_unique<${value}>(source_->load(k)));
  }
};

double run_${i}(int n) {
  auto source = std::make_shared<Counted${i}>();
  Cache${i} cache(source, ${(i % 3) + 2});
  std::vector<int> missed;
  cache.listen([&missed](int k) { missed.push_back(k); });
  double sum = 0;
  for (int k = 0; k < n * 2; k++) {
    const ${value} &v = cache.get(k % ${(i % 4) + 2});
    sum += double(${size});
  }
  return sum + source->loads() + missed.size() + source.use_count();
}
`;
}

function kernelHead(): string {
  return `#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                    \\
  do {                                                                                 \\
    cudaError_t e = (call);                                                            \\
    if (e != cudaSuccess) {                                                            \\
      fprintf(stderr, "%s:%d: %s\\n", __FILE__, __LINE__, cudaGetErrorString(e));       \\
      exit(1);                                                                         \\
    }                                                                                  \\
  } while (0)
`;
}

function stencil(i: number): string {
  const type = pick(['float', 'double'], i);
  return `__constant__ ${type} weights_${i}[${(i % 3) + 2}];

__global__ void smooth_${i}(const ${type} *__restrict__ in, ${type} *__restrict__ out, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  ${type} sum = weights_${i}[0] * in[y * nx + x];
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1)
    sum += weights_${i}[1] * (in[y * nx + x - 1] + in[y * nx + x + 1] + in[(y - 1) * nx + x] + in[(y + 1) * nx + x]);
  out[y * nx + x] = sum;
}

double run_${i}(int n) {
  const int nx = n * 8, ny = n * 4;
  const size_t bytes = nx * ny * sizeof(${type});
  const ${type} w[${(i % 3) + 2}] = {${type}(0.6), ${type}(0.1)};
  ${type} *host = (${type} *)malloc(bytes), *a, *b;
  for (int k = 0; k < nx * ny; k++) host[k] = ${type}(k % ${(i % 7) + 3});
  CHECK(cudaMemcpyToSymbol(weights_${i}, w, sizeof w));
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice));
  const dim3 block(${pick([16, 32, 8], i)}, ${pick([16, 8, 8], i)});
  const dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
  for (int step = 0; step < 4; step++) {
    smooth_${i}<<<grid, block>>>(a, b, nx, ny);
    ${type} *t = a;
    a = b;
    b = t;
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host, a, bytes, cudaMemcpyDeviceToHost));
  double sum = 0;
  for (int k = 0; k < nx * ny; k++) sum += host[k];
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  free(host);
  return sum;
}
`;
}

function sums(i: number): string {
  const type = pick(['float', 'int', 'double'], i);
  return `template <typename T, int Threads> __global__ void sum_${i}(const T *in, T *out, int n) {
  __shared__ T part[Threads];
  T mine = 0;
  for (int k = blockIdx.x * Threads + threadIdx.x; k < n; k += Threads * gridDim.x) mine += in[k];
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int half = Threads / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

__global__ void fill_${i}(${type} *a, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) a[k] = ${type}(k % ${(i % 9) + 2});
}

double run_${i}(int n) {
  const int length = n * 100, blocks = ${(i % 4) + 2};
  ${type} *a, *parts, host[${(i % 4) + 2}];
  CHECK(cudaMalloc((void **)&a, length * sizeof(${type})));
  CHECK(cudaMalloc((void **)&parts, blocks * sizeof(${type})));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  fill_${i}<<<(length + 127) / 128, 128>>>(a, length);
  sum_${i}<${type}, ${pick([128, 256, 64], i)}><<<blocks, ${pick([128, 256, 64], i)}>>>(a, parts, length);
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaMemcpy(host, parts, blocks * sizeof(${type}), cudaMemcpyDeviceToHost));
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  double total = ms < 0;
  for (int k = 0; k < blocks; k++) total += host[k];
  CHECK(cudaFree(a));
  CHECK(cudaFree(parts));
  return total;
}
`;
}

function product(i: number): string {
  const type = pick(['float', 'double'], i);
  return `#define TILE_${i} ${pick([16, 8], i)}
__global__ void multiply_${i}(const ${type} *a, const ${type} *b, ${type} *c, int n) {
  __shared__ ${type} as[TILE_${i}][TILE_${i}], bs[TILE_${i}][TILE_${i}];
  const int row = blockIdx.y * TILE_${i} + threadIdx.y, column = blockIdx.x * TILE_${i} + threadIdx.x;
  ${type} sum = 0;
  for (int tile = 0; tile < n / TILE_${i}; tile++) {
    as[threadIdx.y][threadIdx.x] = a[row * n + tile * TILE_${i} + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(tile * TILE_${i} + threadIdx.y) * n + column];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE_${i}; k++) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

static void product_${i}(const ${type} *a, const ${type} *b, ${type} *c, int n) {
  for (int r = 0; r < n; r++)
    for (int s = 0; s < n; s++) {
      ${type} sum = 0;
      for (int k = 0; k < n; k++) sum += a[r * n + k] * b[k * n + s];
      c[r * n + s] = sum;
    }
}

double run_${i}(int m) {
  const int n = (m % 3 + 1) * TILE_${i} * 2;
  ${type} *a, *b, *c, *check = (${type} *)malloc(n * n * sizeof(${type}));
  CHECK(cudaMallocManaged(&a, n * n * sizeof(${type})));
  CHECK(cudaMallocManaged(&b, n * n * sizeof(${type})));
  CHECK(cudaMallocManaged(&c, n * n * sizeof(${type})));
  for (int k = 0; k < n * n; k++) {
    a[k] = ${type}(k % 7);
    b[k] = ${type}(k % 5 - 2);
  }
  multiply_${i}<<<dim3(n / TILE_${i}, n / TILE_${i}), dim3(TILE_${i}, TILE_${i})>>>(a, b, c, n);
  CHECK(cudaDeviceSynchronize());
  product_${i}(a, b, check, n);
  int wrong = 0;
  for (int k = 0; k < n * n; k++) wrong += fabs(double(c[k] - check[k])) > 1e-3;
  if (wrong) printf("product ${i}: %d wrong\\n", wrong);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  free(check);
  return wrong;
}
`;
}

function particles(i: number): string {
  return `struct Body${i} {
  float4 place;
  float3 speed;
  int kind;
};

__device__ inline float3 pull_${i}(float3 acc, const float4 &a, const float4 &b) {
  const float3 d = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
  const float r = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z + 0.0${(i % 9) + 1}f);
  const float s = b.w * r * r * r;
  acc.x += d.x * s;
  acc.y += d.y * s;
  acc.z += d.z * s;
  return acc;
}

__global__ __launch_bounds__(128) void move_${i}(Body${i} *bodies, int n, float dt) {
  extern __shared__ float4 near_${i}[];
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  float3 acc = {0, 0, 0};
  const float4 mine = at < n ? bodies[at].place : make_float4(0, 0, 0, 0);
  for (int from = 0; from < n; from += blockDim.x) {
    const int k = from + threadIdx.x;
    near_${i}[threadIdx.x] = k < n ? bodies[k].place : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++) acc = pull_${i}(acc, mine, near_${i}[j]);
    __syncthreads();
  }
  if (at >= n) return;
  Body${i} &b = bodies[at];
  b.speed.x += acc.x * dt;
  b.speed.y += acc.y * dt;
  b.speed.z += acc.z * dt;
  switch (b.kind) {
    case 0: b.speed.z = 0; break;
    case 1: b.speed.x *= 0.${(i % 8) + 1}f; break;
    default: break;
  }
}

double run_${i}(int n) {
  const int count = n * 16;
  Body${i} *host = new Body${i}[count], *bodies;
  for (int k = 0; k < count; k++) host[k] = {make_float4(k % 5, k % 3, k % 7, 1), make_float3(0, 0, 0), k % 3};
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc(&bodies, count * sizeof(Body${i})));
  CHECK(cudaMemcpyAsync(bodies, host, count * sizeof(Body${i}), cudaMemcpyHostToDevice, stream));
  move_${i}<<<(count + 127) / 128, 128, 128 * sizeof(float4), stream>>>(bodies, count, 0.01f);
  CHECK(cudaMemcpyAsync(host, bodies, count * sizeof(Body${i}), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  double sum = 0;
  for (int k = 0; k < count; k++) sum += host[k].speed.x + host[k].speed.y;
  CHECK(cudaFree(bodies));
  CHECK(cudaStreamDestroy(stream));
  delete[] host;
  return fabs(sum) < 1e6;
}
`;
}

function histogram(i: number): string {
  return `__global__ void count_${i}(const unsigned char *data, int n, unsigned *bins) {
  __shared__ unsigned mine[${pick([64, 128, 256], i)}];
  for (int k = threadIdx.x; k < ${pick([64, 128, 256], i)}; k += blockDim.x) mine[k] = 0;
  __syncthreads();
  const int step = gridDim.x * blockDim.x;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += step) atomicAdd(&mine[data[k] % ${pick([64, 128, 256], i)}], 1u);
  __syncthreads();
  for (int k = threadIdx.x; k < ${pick([64, 128, 256], i)}; k += blockDim.x)
    if (mine[k]) atomicAdd(&bins[k], mine[k]);
}

__global__ void scan_${i}(unsigned *bins) {
  const unsigned lane = threadIdx.x % 32;
  unsigned x = bins[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    const unsigned y = __shfl_up_sync(0xffffffffu, x, d);
    if (lane >= d) x += y;
  }
  bins[threadIdx.x] = x;
}

double run_${i}(int n) {
  const int length = n * 1000;
  unsigned char *host = (unsigned char *)malloc(length), *data;
  unsigned *bins, result[${pick([64, 128, 256], i)}];
  for (int k = 0; k < length; k++) host[k] = (unsigned char)(k * ${i + 7} >> 3);
  CHECK(cudaMalloc(&data, length));
  CHECK(cudaMalloc(&bins, sizeof result));
  CHECK(cudaMemset(bins, 0, sizeof result));
  CHECK(cudaMemcpy(data, host, length, cudaMemcpyHostToDevice));
  count_${i}<<<${(i % 5) + 3}, ${pick([128, 256], i)}>>>(data, length, bins);
  scan_${i}<<<1, 32>>>(bins);
  CHECK(cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost));
  long sum = 0;
  for (unsigned r : result) sum += r;
  CHECK(cudaFree(data));
  CHECK(cudaFree(bins));
  free(host);
  return sum % 1000;
}
`;
}
