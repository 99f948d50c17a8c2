/** Overloads, templates and specialisations: which one a call or a type means, asked where several or none may fit. */
import type { Random } from '../cxx-random.ts';
import { list, type Part } from './part.ts';

const classes = `struct A { int n = 1; }; struct B : A {}; struct Made { Made(int) {} Made(const char *) {} }; struct Gives { operator int() const { return 3; } operator const char *() const { return "g"; } };
struct Explicit { explicit Explicit(int) {} explicit operator bool() const { return true; } }; enum Plain { zero, one }; enum class Scoped : short { x, y };`;
const values = [
  'bool',
  'char',
  'signed char',
  'short',
  'unsigned char',
  'int',
  'unsigned',
  'long',
  'unsigned long long',
  'float',
  'double',
  'A',
  'B',
  'Made',
  'Gives',
  'Explicit',
  'Plain',
  'Scoped',
];
const pointers = [
  'int *',
  'const int *',
  'void *',
  'const void *',
  'A *',
  'B *',
  'const A *',
  'const char *',
  'char *',
  'int (*)(int)',
  'B **',
  'std::nullptr_t',
  'int A::*',
  'int B::*',
];
const wraps = ['$', '$', 'const $ &', '$ &', '$ &&', 'const $'];

export function choices(random: Random): Part {
  const sets = list(3, (k) => overloads(random, k));
  const traits = list(2, (k) => specialisations(random, k));
  return {
    declarations: `namespace choices {\n${classes}\ntemplate <int n> struct Is { static constexpr int value = n; };\n${[...sets, ...traits].map((s) => s.declarations).join('\n')}\n}`,
    statements: `{ using namespace choices;\n${[...sets, ...traits].map((s) => s.statements).join('')}}`,
  };
}

function type(random: Random): string {
  return random.one(random.below(5) < 3 ? values : pointers);
}

function wrapped(t: string, wrap: string): string {
  return t.includes('(*)')
    ? t.replace('(*)', wrap.includes('&&') ? '(*&&)' : wrap.includes('&') ? '(*const &)' : '(*)')
    : withConst(t, wrap);
}

function withConst(t: string, wrap: string): string {
  return t.endsWith('*') && wrap.startsWith('const')
    ? `${t} const${wrap.includes('&') ? ' &' : ''}`
    : wrap.replace('$', t);
}

function overloads(random: Random, k: number): Part {
  const seen = new Set<string>();
  const number = random.below(3) === 0 ? 2 : 1;
  const functions: string[] = [];
  for (let i = 0; i < 5; i++) {
    const params = list(number, () =>
      random.below(4) === 0
        ? random.one(['T', 'T &', 'const T &', 'T &&', 'T *', 'const T *', 'T (&)[3]', 'Box<T>'])
        : wrapped(type(random), random.one(wraps)),
    );
    const key = params.map((q) => q.replace(/^const (?=[^*&]*$)/, '')).join();
    if (seen.has(key)) continue;
    seen.add(key);
    const isTemplate = params.some((q) => /\bT\b/.test(q));
    functions.push(`${isTemplate ? 'template <class T> ' : ''}Is<${i}> f${k}(${params.join(', ')});`);
  }
  if (random.below(2)) functions.push(`template <class... T> Is<8> f${k}(T...);`);
  else if (random.below(3) > 0) functions.push(`Is<9> f${k}(...);`);
  const calls = list(14, () => {
    const args = list(
      number,
      () =>
        `std::declval<${random.one(['$', '$ &', 'const $ &']).replace('$', argument(random)).replace('const const', 'const')}>()`,
    );
    return `say("f${k}", ask${k}<${list(number, (i) => args[i]!.slice(13, -3)).join(', ')}>(0));`;
  });
  const names = list(number, (i) => `class A${i}`);
  const asked = list(number, (i) => `std::declval<A${i}>()`).join(', ');
  return {
    declarations: `${k === 0 ? 'template <class T> struct Box { T v; Box(T x) : v(x) {} };\n' : ''}${functions.join('\n')}
template <${names.join(', ')}> constexpr auto ask${k}(int) -> decltype(f${k}(${asked}), 0) { return decltype(f${k}(${asked}))::value; }
template <${names.join(', ')}> constexpr int ask${k}(long) { return -1; }`,
    statements: `${calls.join('\n')}\n`,
  };
}

function argument(random: Random): string {
  const t = random.below(8) === 0 ? random.one(['Box<int>', 'Box<B *>', 'FnType', 'Three']) : type(random);
  return t === 'FnType' ? 'Fn' : t.includes('(*)') ? 'Fn *' : t;
}

const forms = [
  'T *',
  'const T',
  'T &',
  'T[]',
  'T[N]',
  'R(T)',
  'R(T, U)',
  'Pair<T, U>',
  'Pair<T, T>',
  'Pair<T *, U>',
  'Pair<int, T>',
  'Hold<N>',
  'T C::*',
  'R (*)(T...)',
  'Tuple<T, R...>',
  'const T *',
  'W<T>',
  'Pair<T, Pair<U, T>>',
];
/** Of these two may fit alike, which is a mistake: one at a time. */
const between = [
  'Pair<T, T>',
  'Pair<T *, U>',
  'Pair<int, T>',
  'Pair<T, Pair<U, T>>',
  'Tuple<T, R...>',
  'W<T>',
  'Hold<N>',
];
const asked = [
  'int',
  'int *',
  'const int',
  'const int *',
  'int *const',
  'int **',
  'int &',
  'int[]',
  'int[4]',
  'int[2][3]',
  'double(int)',
  'int(int, char)',
  'Pair<int, char>',
  'Pair<int, int>',
  'Pair<int *, char>',
  'Pair<char, Pair<int, char>>',
  'Hold<3>',
  'Hold<0>',
  'int A::*',
  'int (*)(char, long)',
  'Tuple<int>',
  'Tuple<int, char, long>',
  'W<int>',
  'const Pair<int, int>',
  'Tuple<>',
  'void',
  'void *',
  'char &&',
];

function specialisations(random: Random, k: number): Part {
  const special = random.one(between);
  const own = [...new Set(list(6, () => random.one(forms)))].filter((f) => f === special || !between.includes(f));
  const made = own.map((form, i) => {
    const isPack = form.includes('...');
    const params = ['T', 'U', 'C', 'R']
      .filter((q) => new RegExp(`\\b${q}\\b`).test(form))
      .map((q) =>
        isPack && ((q === 'R' && form.startsWith('Tuple')) || (q === 'T' && form.includes('(T...')))
          ? `class... ${q}`
          : `class ${q}`,
      );
    if (form.includes('N')) params.push('int N');
    if (form === 'W<T>') params.push('template <class> class W');
    const ordered = [
      ...params.filter((q) => !q.includes('...') || q.startsWith('int')),
      ...params.filter((q) => q.includes('...')),
    ];
    return `template <${ordered.join(', ')}> struct S${k}<${form}> { static constexpr int value = ${i + 1}${form.includes('N') ? ' * 10 + N' : ''}; };`;
  });
  const support =
    'template <class T, class U> struct Pair {}; template <int n> struct Hold {}; template <class... T> struct Tuple {}; template <class T> struct W {}; typedef int Fn(int); typedef int Three[3];';
  const whole = asked.map((t) => `say("S${k}", what${k}<${t}>(0));`);
  return {
    declarations: `${k === 0 ? support : ''}
template <class T> struct S${k} { static constexpr int value = 0; };
${made.join('\n')}
template <class T> auto what${k}(int) -> decltype(S${k}<T>::value + 0) { return S${k}<T>::value; }
template <class T> int what${k}(long) { return -1; }`,
    statements: `${whole.join('\n')}\n`,
  };
}
