/** A random program of C++ that prints what happens in it: classes and their bases, overloads and templates, constants, lifetimes, lambdas, the library. */
import { choices } from './cxx-parts/choices.ts';
import { closures } from './cxx-parts/closures.ts';
import { constants } from './cxx-parts/constants.ts';
import { containers } from './cxx-parts/containers.ts';
import { hierarchies } from './cxx-parts/hierarchies.ts';
import { lifetimes } from './cxx-parts/lifetimes.ts';
import { randomOf } from './cxx-random.ts';

export const parts = { hierarchies, choices, constants, lifetimes, closures, containers };

const headers = [
  'algorithm',
  'array',
  'bitset',
  'cstdio',
  'deque',
  'functional',
  'iomanip',
  'iostream',
  'list',
  'map',
  'memory',
  'numeric',
  'optional',
  'queue',
  'set',
  'sstream',
  'string',
  'tuple',
  'type_traits',
  'typeinfo',
  'unordered_map',
  'utility',
  'vector',
];

const prelude = `typedef unsigned u32;
template <class T> void say(const char *what, T value) { std::cout << what << ' ' << value << std::endl; }
struct Noisy {
  static inline int alive = 0;
  char name[16];
  Noisy(const char *s = "default") { set(s); alive++; std::cout << '+' << name << std::endl; }
  Noisy(const Noisy &o) { set(o.name); alive++; std::cout << "copy " << name << std::endl; }
  Noisy(Noisy &&o) noexcept { set(o.name); o.set("moved"); alive++; std::cout << "move " << name << std::endl; }
  Noisy &operator=(const Noisy &o) { std::cout << name << " = " << o.name << std::endl; set(o.name); return *this; }
  Noisy &operator=(Noisy &&o) noexcept { std::cout << name << " takes " << o.name << std::endl; set(o.name); o.set("taken"); return *this; }
  ~Noisy() { alive--; std::cout << '-' << name << std::endl; }
  explicit operator bool() const { return name[0] != 0; }
  void set(const char *s) { int i = 0; for (; s[i] && i < 15; i++) name[i] = s[i]; name[i] = 0; }
};`;

export function cxxProgram(seed: number, which: readonly (keyof typeof parts)[]): string {
  const random = randomOf(seed);
  const made = which.map((name) => parts[name](random));
  return `${headers.map((h) => `#include <${h}>`).join('\n')}\n${prelude}\n${made.map((m) => m.declarations).join('\n')}\nint main() {\n${made.map((m) => m.statements).join('\n')}\n}\n`;
}
