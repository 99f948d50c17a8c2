/** Random kernels of C++ over arrays of all its numbers and of structures, in phases between barriers; on the host loops over blocks, phases and threads stand in their place. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { one } from './typed-values.ts';

const wholes = ['s8', 'u8', 's16', 'u16', 's32', 'u32', 's64', 'u64'] as const;
type Whole = (typeof wholes)[number];
type Kind = Whole | 'f32' | 'f64';
const kinds: readonly Kind[] = [...wholes, 'f32', 'f64'];
const isReal = (kind: Kind): boolean => kind[0] === 'f';

const length = 640;

const prelude = `#include <cstdio>
#include <cstdlib>
#include <cstring>
⟦#define HD __host__ __device__
#define GLOBAL __global__
#define SHARED __shared__|#define HD
#define GLOBAL
#define SHARED static
template <class T> void atomicAdd(T *p, T x) { *p += x; }
template <class T> void atomicMax(T *p, T x) { if (x > *p) *p = x; }
template <class T> void atomicMin(T *p, T x) { if (x < *p) *p = x; }
template <class T> void atomicXor(T *p, T x) { *p ^= x; }
template <class T> void atomicOr(T *p, T x) { *p = *p | x; }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }⟧
typedef signed char s8;
typedef unsigned char u8;
typedef short s16;
typedef unsigned short u16;
typedef int s32;
typedef unsigned u32;
typedef long long s64;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;
struct Pixel { u8 r, g, b; };
struct Mixed { u8 a; s16 b; s32 c; f32 d; u8 e; };
template <class T> HD T least(T a, T b) { return a < b ? a : b; }
template <class T> HD T most(T a, T b) { return a > b ? a : b; }
template <class T> HD T within(T x, T low, T high) { return least(most(x, low), high); }
template <class T> HD T along(const T *p, int n) { T s = 0; for (const T *q = p; q != p + n; ++q) s += *q; return s; }
template <class T> HD T back(const T *p, int n) { const T *q = p + n; T s = 1; while (q > p) s = s * 3 + *--q; return s; }
template <class T, int N> HD T apart(const T *p) { T s = p[0]; for (int k = 1; k < N; k++) s ^= p[k * N]; return s; }
HD inline f32 cut(f32 x) { return (f32)(((s32)(x * 4)) % 512) * 0.25f; }
HD inline f64 cut(f64 x) { return (f64)(((s64)(x * 4)) % 512) * 0.25; }
HD inline u8 mean(Pixel p) { return (u8)((p.r * 77 + p.g * 151 + p.b * 28) >> 8); }
template <class T> void show(const char *name, const T *p, int n) {
  u64 all = 0;
  for (int i = 0; i < n; i++) all = all * 31 + (u64)(s64)(p[i] * (T)4);
  printf("%s %llu\\n", name, all);
}
void show(const char *name, const Mixed *p, int n) {
  u64 all = 0;
  for (int i = 0; i < n; i++) all = (((all * 31 + p[i].a) * 31 + p[i].b) * 31 + p[i].c) * 31 + (s64)(p[i].d * 4) + p[i].e;
  printf("%s %llu\\n", name, all);
}
void show(const char *name, const Pixel *p, int n) {
  u64 all = 0;
  for (int i = 0; i < n; i++) all = all * 31 + p[i].r + p[i].g * 256 + p[i].b * 65536;
  printf("%s %llu\\n", name, all);
}
template <class T> T *made(const T *from, int n) {
  T *p;
  ⟦cudaMalloc(&p, n * sizeof(T)); cudaMemcpy(p, from, n * sizeof(T), cudaMemcpyHostToDevice)|p = (T *)malloc(n * sizeof(T)); memcpy(p, from, n * sizeof(T))⟧;
  return p;
}
template <class T> void back_again(T *to, T *from, int n) {
  ⟦cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToHost)|memcpy(to, from, n * sizeof(T))⟧;
}
u64 state = 88172645463325252ull;
static u64 next() { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }
`;

export function cxxKernels(seed: number, count = 6): string {
  const r = randomSource(seed * 53 + 29);
  const kernels = Array.from({ length: count }, (_, i) => new Kernel(r, `kernel${i}`));
  const arrays = [...kinds, 'Pixel', 'Mixed'];
  return `${prelude}${kernels.map((k) => k.text()).join('')}
${arrays.map((k) => `static ${k} h_${k}[${length}], i_${k}[${length}];\n`).join('')}static s32 h_ca[32];
static void fill() {
  for (int i = 0; i < ${length}; i++) {
${kinds.map((k) => `    h_${k}[i] = ${isReal(k) ? `(${k})(s32)(next() % 512) * (${k})0.25 - 60` : `i % 3 == 0 ? (${k})(next() % 9 - 4) : i % 17 == 0 ? (${k})1 << (sizeof(${k}) * 8 - 1) : (${k})next()`}; i_${k}[i] = h_${k}[${length} - 1 - i];\n`).join('')}    h_Pixel[i] = Pixel{(u8)next(), (u8)next(), (u8)i}; i_Pixel[i] = Pixel{(u8)i, (u8)next(), (u8)next()};
    h_Mixed[i] = Mixed{(u8)next(), (s16)next(), (s32)next(), (f32)(i % 64) * 0.5f, (u8)i}; i_Mixed[i] = Mixed{(u8)i, (s16)i, -i, 1.5f, (u8)next()};
  }
}
int main() {
${kernels.map((k) => k.launch(arrays)).join('')}  return 0;
}
`;
}

class Kernel {
  private readonly r: Random;
  private readonly name: string;
  private readonly blocks: number;
  private readonly threads: number;
  private readonly kinds: readonly Kind[];
  /** Of these kinds there are arrays in shared memory. */
  private readonly shared: readonly Kind[];
  private loops = 0;
  private reads = false;

  constructor(r: Random, name: string) {
    this.r = r;
    this.name = name;
    [this.blocks, this.threads] = one(r, [
      [2, 64],
      [3, 40],
      [1, 128],
      [2, 37],
    ] as const);
    this.kinds = one(r, [
      [one(r, wholes)],
      ['u8', 's32'],
      ['u8', 's16', 'u16'],
      ['u32', 's32', 'f32'],
      ['s64', 'u64', 'u32'],
      kinds,
    ]);
    this.shared = [one(r, this.kinds), one(r, this.kinds)].filter((k, i, all) => all.indexOf(k) === i);
  }

  text(): string {
    const { r, threads } = this;
    const phases = Array.from({ length: 1 + r(3) }, (_, i) => this.phase(i % 2 === 1));
    const arrays = [...kinds, 'Pixel', 'Mixed'];
    const shared = this.shared.map((k) => `  SHARED ${k} sh_${k}[${threads}];\n`).join('');
    const loops = phases.map(
      (p) => `⟦  {|  for (int tx = 0; tx < ${threads}; tx++) {⟧
    ⟦int t = threadIdx.x, g = t + blockDim.x * blockIdx.x;|int t = tx, g = t + ${threads} * bx;⟧
${p.map((l) => `    ${l}\n`).join('')}  }
`,
    );
    return `GLOBAL void ${this.name}(${arrays.map((k) => `${k} *o_${k}, const ${k} *in_${k}`).join(', ')}, s32 *ca, int n) {
${shared}⟦|  for (int bx = 0; bx < ${this.blocks}; bx++) {⟧
${loops.join('⟦  __syncthreads();|⟧\n')}⟦|  }⟧
}
`;
  }

  launch(arrays: readonly string[]): string {
    const { blocks, threads, name } = this;
    const actuals = arrays.map((k) => `d_${k}, e_${k}`).join(', ');
    return `  {
    fill();
    memset(h_ca, 0, sizeof h_ca);
${arrays.map((k) => `    ${k} *d_${k} = made(h_${k}, ${length}), *e_${k} = made(i_${k}, ${length});\n`).join('')}    s32 *ca = made(h_ca, 32);
    ${name}⟦<<<${blocks}, ${threads}>>>|⟧(${actuals}, ca, ${blocks * threads} - ${this.r(3)});
${arrays.map((k) => `    back_again(h_${k}, d_${k}, ${length}); show("${name} ${k}", h_${k}, ${length});\n`).join('')}    back_again(h_ca, ca, 32); show("${name} ca", h_ca, 32);
  }
`;
  }

  /** All threads between two barriers; `reads`: what others have put in shared memory, else each writes its own. */
  private phase(reads: boolean): readonly string[] {
    const { r } = this;
    this.reads = reads;
    const start = kinds.map((k) => `${k} v_${k} = in_${k}[g], w_${k} = in_${k}[g + ${1 + r(3)}];`);
    const pointers = this.kinds.flatMap((k) => [
      `const ${k} *p_${k} = in_${k} + ${one(r, ['g', 't', '2 * g', 'g % 7'])};`,
      `${k} *q_${k} = &o_${k}[g];`,
    ]);
    const body = Array.from({ length: 2 + r(5) }, () => this.statement(2)).flat();
    const own = reads ? [] : this.shared.map((k) => `sh_${k}[t] = ${this.stored(k)};`);
    const kind = one(r, this.kinds);
    return [
      'int k = 0; (void)k;',
      ...start,
      'Pixel px = in_Pixel[g]; Mixed mx = o_Mixed[g];',
      ...pointers,
      ...body,
      ...own,
      `o_${kind}[g] = ${this.stored(kind)};`,
      ...(r(3) === 0 ? ['o_Mixed[g] = mx;'] : []),
      ...(r(3) === 0 ? ['o_Pixel[g] = px;'] : []),
    ];
  }

  private leaf(kind: Kind): string {
    const { r } = this;
    const choices = [
      `v_${kind}`,
      `w_${kind}`,
      `in_${kind}[${one(r, ['g', 'g + k', '2 * g + 1', 'g * 5 % n', 'n - 1 - g + 3', '7'])}]`,
    ];
    if (this.kinds.includes(kind))
      choices.push(`*q_${kind}`, `p_${kind}[${r(5)}]`, `*(p_${kind} + k)`, `p_${kind}[k + ${r(4)}]`);
    if (this.reads && this.shared.includes(kind))
      for (const at of ['t', `${this.threads - 1} - t`, `(t + k) % ${this.threads}`, `t ^ 1`])
        if (at !== 't ^ 1' || this.threads % 2 === 0) choices.push(`sh_${kind}[${at}]`);
    const more: Partial<Record<Kind, readonly string[]>> = {
      u8: ['px.r', 'px.b', 'in_Pixel[g + k].g', 'mx.a', 'in_Mixed[g].e', 'mean(in_Pixel[g + 1])'],
      s16: ['mx.b', 'in_Mixed[g + 2].b'],
      s32: ['mx.c', 'k', 'g', 't', 'n', '__popc(v_u32)'],
      f32: ['mx.d', 'in_Mixed[k].d'],
    };
    return one(r, [...choices, ...(more[kind] ?? [])]);
  }

  /** An expression that a variable of the kind gets, whatever its own type is. */
  private stored(kind: Kind): string {
    if (isReal(kind)) return `cut(${this.real(kind as 'f32' | 'f64', 1 + this.r(2))})`;
    const value = this.whole(1 + this.r(3));
    return this.r(2) ? value : `(${kind})(${value})`;
  }

  private constant(): string {
    return one(this.r, [
      '1',
      '2',
      '3',
      '7',
      '-1',
      '127',
      '255',
      '128',
      '65535',
      '0x80000000u',
      '10u',
      '1000',
      '5ll',
      '3ull',
    ]);
  }

  /** A whole number of any type. */
  private whole(depth: number): string {
    const { r } = this;
    const kind = (
      r(3)
        ? one(
            r,
            this.kinds.filter((k) => !isReal(k)),
          )
        : one(r, wholes)
    ) as Whole;
    if (depth <= 0) return this.leaf(kind);
    const a = this.whole(depth - 1);
    const b = (): string => (r(3) === 0 ? this.constant() : this.whole(depth - 1 - r(2)));
    const choices: readonly (() => string)[] = [
      () => `(${a} + ${b()})`,
      () => `(${a} - ${b()})`,
      () => `(${a} * ${b()})`,
      () => `(${a} + ${b()})`,
      () => `(${a} / ((${b()} & 15) + 1))`,
      () => `(${a} % ((${b()} & 15) + 2))`,
      () => `(${a} / ${one(r, ['3', '10', '255', '7u', '16', '-5'])})`,
      () => `(${a} % ${one(r, ['3', '10', '8', '7u', '-6'])})`,
      () => `(${a} & ${b()})`,
      () => `(${a} | ${b()})`,
      () => `(${a} ^ ${b()})`,
      () => `(~${a})`,
      () => `(-${a})`,
      () => `(${a} << (${b()} & 7))`,
      () => `(${a} >> (${b()} & 7))`,
      () => `(${a} >> ${1 + r(12)})`,
      () => `(${this.condition(depth - 1)} ? ${a} : ${b()})`,
      () => `(${kind})${a}`,
      () => `(${kind})${a}`,
      () => `(${kind})(${a} + ${b()})`,
      () => `least<${kind}>(${a}, ${b()})`,
      () => `most<${kind}>(${a}, ${b()})`,
      () => `within<${kind}>(${a}, 0, ${one(r, ['255', '127', '100'])})`,
      () => `within<s32>(${a}, ${one(r, ['0', '-128'])}, ${one(r, ['255', '127'])})`,
      () => `along(in_${kind} + ${one(r, ['g', 't', '3'])}, ${one(r, ['3', '(g & 3)', 'k'])})`,
      () => `back(&in_${kind}[g], ${one(r, ['4', '(t & 3)'])})`,
      () => `apart<${kind}, ${2 + r(3)}>(in_${kind} + g)`,
      () => `(s32)${this.leaf(one(r, ['f32', 'f64']))}`,
      () => `(${this.condition(depth - 1)})`,
    ];
    return one(r, choices)();
  }

  private real(kind: 'f32' | 'f64', depth: number): string {
    const { r } = this;
    if (depth <= 0) return this.leaf(kind);
    const a = `cut(${this.real(kind, depth - 1)})`;
    const b = (): string => (r(3) === 0 ? `(${kind})${one(r, ['0.5', '2', '3'])}` : this.leaf(kind));
    return one(r, [
      () => `(${a} + ${b()})`,
      () => `(${a} - ${b()})`,
      () => `(${a} * ${b()})`,
      () => `(${this.condition(0)} ? ${a} : ${b()})`,
      () => `(${kind})(${this.whole(depth - 1)} & 63)`,
      () => `(${kind})${this.leaf(one(r, ['s8', 'u8', 's16', 'u16']))}`,
      () => `(${kind})(s32)(${this.whole(depth - 1)} % 100)`,
      () => `least<${kind}>(${a}, ${b()})`,
    ])();
  }

  private condition(depth: number): string {
    const { r } = this;
    const operator = one(r, ['<', '<=', '>', '>=', '==', '!=']);
    return one(r, [
      () => `${this.whole(depth)} ${operator} ${r(2) ? this.whole(0) : this.constant()}`,
      () => `${this.whole(depth)} ${operator} ${r(2) ? this.whole(0) : this.constant()}`,
      () => `${this.leaf('f32')} ${operator} ${this.leaf('f32')}`,
      () => `(${this.whole(0)} ${operator} ${this.whole(0)} && ${this.whole(0)} > 3)`,
      () => `(${this.whole(0)} & ${one(r, ['1', '4', '128'])})`,
      () => `!(${this.whole(0)} ${operator} ${this.constant()})`,
    ])();
  }

  private set(): string {
    const { r } = this;
    const kind = one(r, this.kinds);
    const to = one(r, [`v_${kind}`, `w_${kind}`, `o_${kind}[g]`, `*q_${kind}`]);
    if (isReal(kind)) return `${to} = ${this.stored(kind)};`;
    return one(r, [
      () => `${to} = ${this.stored(kind)};`,
      () => `${to} = ${this.stored(kind)};`,
      () => `${to} ${one(r, ['+=', '-=', '*=', '&=', '^='])} ${this.whole(1)};`,
      () => `${to} ${one(r, ['<<=', '>>='])} ${this.whole(0)} & 7;`,
      () => (to.startsWith('*') ? `(${to})++;` : `${to}${one(r, ['++', '--'])};`),
      () =>
        one(r, [
          `px.r = ${this.stored('u8')};`,
          `mx.b = ${this.stored('s16')};`,
          `mx.c -= ${this.whole(1)};`,
          `mx.d = ${this.stored('f32')};`,
          `px = Pixel{(u8)(${this.whole(1)}), px.r, px.b};`,
        ]),
    ])();
  }

  private statement(depth: number): readonly string[] {
    const { r } = this;
    const inner = (): readonly string[] =>
      Array.from({ length: 1 + r(2) }, () => (depth > 0 ? this.statement(depth - 1) : [this.set()]))
        .flat()
        .map((l) => `  ${l}`);
    const choices: (() => readonly string[])[] = [
      () => [this.set()],
      () => [this.set()],
      () => [`if (${this.condition(1)}) ${this.set()}`],
      () => [this.atomic()],
    ];
    if (depth > 0)
      choices.push(
        () => [`if (${this.condition(1)}) {`, ...inner(), '}'],
        () => [`if (${this.condition(1)}) {`, ...inner(), '} else {', ...inner(), '}'],
        () => this.loop(inner),
        () => this.loop(inner),
        () => [
          `switch (${this.whole(0)} & 3) {`,
          'case 0:',
          ...inner(),
          one(r, ['  break;', '']),
          'case 2:',
          ...inner(),
          '  break;',
          'default:',
          ...inner(),
          '}',
        ],
      );
    return one(r, choices)();
  }

  private atomic(): string {
    const [how, first] = one(this.r, [
      ['Add', 0],
      ['Add', 0],
      ['Max', 8],
      ['Xor', 16],
      ['Min', 24],
    ] as const);
    const guard = this.r(2) ? `if (${this.condition(0)}) ` : '';
    return `${guard}atomic${how}(&ca[${first} + ${one(this.r, ['(g & 7)', '(v_s32 & 7)', '1'])}], (s32)(${this.whole(1)}));`;
  }

  private loop(inner: () => readonly string[]): readonly string[] {
    if (this.loops > 6) return [this.set()];
    const k = `k${++this.loops}`;
    const bound = one(this.r, ['3', '8', '(in_u8[g] & 7)', 'n % 5']);
    const out = this.r(3) === 0 ? [`  if (${this.condition(0)}) ${one(this.r, ['break', 'continue'])};`] : [];
    const header = one(this.r, [
      `for (int ${k} = 0; ${k} < ${bound}; ${k}++) {`,
      `for (unsigned ${k} = ${bound}; ${k}-- > 0;) {`,
      `for (u8 ${k} = 1; ${k} <= ${bound}; ${k} += 2) {`,
    ]);
    return [header, `  k = ${k};`, ...inner(), ...out, ...(this.r(2) ? inner() : []), '}'];
  }
}
