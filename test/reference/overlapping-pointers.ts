/**
 * Random programs whose kernels reach one array by several pointers, apart, the same or some cells from each other: in C++ by parameters, in Fortran by targets and by pointers of the module. Each thread
 * has a row or a column of its own, along which loops hand numbers on, so that order counts.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { kernel, program } from './host-twins.ts';
import { one } from './typed-values.ts';

type Language = 'c++' | 'fortran';
type Type = 'i1' | 'i2' | 'i4' | 'i8' | 'r4' | 'r8';

const typeNames: Readonly<Record<Type, Readonly<Record<Language, string>>>> = {
  i1: { 'c++': 'signed char', fortran: 'integer(1)' },
  i2: { 'c++': 'short', fortran: 'integer(2)' },
  i4: { 'c++': 'int', fortran: 'integer' },
  i8: { 'c++': 'long long', fortran: 'integer(8)' },
  r4: { 'c++': 'float', fortran: 'real' },
  r8: { 'c++': 'double', fortran: 'real(8)' },
};

const pointers = ['p', 'q', 'r'] as const;
/** Cells before and behind a row or column that pointers may lead to. */
const margin = 6;

type Statement =
  | { readonly set: string; readonly to: string }
  | { readonly when: string; readonly then: readonly Statement[]; readonly otherwise: readonly Statement[] }
  | {
      readonly count: string;
      readonly from: string;
      readonly last: string;
      readonly by: number;
      readonly body: readonly Statement[];
    };

export function overlappingPointers(seed: number): string {
  const r = randomSource(seed * 61 + 41);
  const kernels = Array.from({ length: 4 }, (_, i) => new Kernel(r, `kernel${i}`));
  return `#include <cstdio>
#include <cstdlib>
#include <cstring>
⟦#define HD __device__
#define GLOBAL __global__|#define HD
#define GLOBAL⟧
template <class T> HD T least(T a, T b) { return a < b ? a : b; }
template <class T> HD T most(T a, T b) { return a > b ? a : b; }
template <class T> void show(const char *name, const T *a, int n) {
  unsigned long long all = 0;
  for (int i = 0; i < n; i++) all = all * 31 + (unsigned long long)(long long)(a[i] * (T)4);
  printf("%s %llu\\n", name, all);
}
${kernels.map((k) => k.cxx()).join('')}int main() {
${kernels.map((k) => k.cxxLaunches()).join('')}  return 0;
}
`;
}

export function overlappingTargets(seed: number): string {
  const r = randomSource(seed * 67 + 43);
  const kernels = Array.from({ length: 4 }, (_, i) => new Kernel(r, `kernel${i}`));
  const text = program({
    module: kernels.flatMap((k) => k.modulePointers()),
    procedures: kernels.map((k) => k.fortran()),
    variables: kernels.flatMap((k) => k.variables()),
    statements: kernels.flatMap((k) => k.fortranLaunches()),
    internal: [
      'subroutine show(name, a)',
      '  character(*), intent(in) :: name',
      '  integer(8), intent(in) :: a(:)',
      '  integer(8) :: all',
      '  integer :: i',
      '  all = 0',
      '  do i = 1, size(a)',
      '    all = all*31 + a(i)',
      '  end do',
      "  print '(a, 1x, i0)', name, all",
      'end subroutine show',
    ],
  });
  return `! options: -gpu=nofma -w\n${text}`;
}

class Kernel {
  private readonly r: Random;
  private readonly name: string;
  private readonly type: Type;
  private readonly blocks: number;
  private readonly block: number;
  private readonly length: number;
  /** Threads have rows, whose cells lie side by side, or columns. */
  private readonly hasRows: boolean;
  private readonly body: readonly Statement[];
  /** In Fortran: targets as dummies, pointers of the module, or a directive before a loop over these. */
  private readonly form: 'targets' | 'pointers' | 'directive';
  /** In C++: parameters, members of a structure given by value, or a table in memory. */
  private readonly given: 'parameters' | 'structure' | 'table';
  /** The pointer in whose place the array stands itself. */
  private readonly direct: string | undefined;
  /** How far apart cells of a pointer lie in memory. */
  private readonly step: number;
  private depth = 0;

  constructor(r: Random, name: string) {
    this.r = r;
    this.name = name;
    this.type = one(r, ['i1', 'i2', 'i4', 'i4', 'i8', 'r4', 'r4', 'r8'] as const);
    [this.blocks, this.block] = one(r, [
      [2, 64],
      [3, 40],
      [1, 32],
      [1, 7],
      [2, 96],
    ] as const);
    this.length = one(r, [1, 2, 5, 8, 16, 33]);
    this.hasRows = r(3) === 0;
    this.form = one(r, ['targets', 'targets', 'pointers', 'pointers', 'directive']);
    this.direct = r(4) === 0 ? one(r, pointers) : undefined;
    this.given = one(r, ['parameters', 'parameters', 'structure', 'table']);
    this.step = this.form !== 'targets' && r(3) === 0 ? 2 : 1;
    this.body = [
      { set: 's', to: this.constant() },
      { set: 't', to: this.constant() },
      ...this.list(2),
      { set: this.cell(one(r, pointers), '0'), to: one(r, ['s', 't', this.sum('s', 't')]) },
    ];
  }

  private get threads(): number {
    return this.blocks * this.block;
  }

  private get pitch(): number {
    return this.length + 2 * margin;
  }

  /** Cells in the array: all pointers lead there. */
  private get size(): number {
    return this.pitch * this.threads * this.step + 8;
  }

  private get unit(): number {
    return this.hasRows ? 1 : this.threads;
  }

  private constant(): string {
    return `${1 + this.r(5)}!`;
  }

  private cell(pointer: string, j: string): string {
    return `@${pointer}[${this.hasRows ? `${this.pitch}*g + ` : `g + ${this.threads}*`}(${j} + ${margin})]`;
  }

  private place(): string {
    const far = this.r(5) - 2;
    const j = this.depth === 0 ? String(this.r(this.length)) : 'j';
    return far === 0 || this.r(2) ? j : `${j} ${far < 0 ? '-' : '+'} ${Math.abs(far)}`;
  }

  private leaf(): string {
    const { r } = this;
    return r(4) === 0 ? one(r, ['s', 't', this.constant()]) : this.cell(one(r, pointers), this.place());
  }

  private value(): string {
    const { r } = this;
    const [a, b] = [this.leaf(), this.leaf()];
    const c = this.leaf();
    // Reals do not grow.
    if (this.type[0] === 'r')
      return one(r, [
        a,
        `0.5#*(${a} + ${b})`,
        `0.5#*(${a} - ${b})`,
        `0.25#*(${a} + ${b} - ${c})`,
        `0.5#*${a} + 0.25#*${b}`,
        `MIN(${a}, ${b})`,
        `MAX(${a}, ${b})`,
      ]);
    return one(r, [
      a,
      `${a} + ${b}`,
      `${a} - ${b}`,
      `${a} + ${b} - ${c}`,
      `2!*${a} - ${b}`,
      `3!*${a}`,
      `MIN(${a}, ${b})`,
      `MAX(${a}, ${b})`,
    ]);
  }

  private sum(a: string, b: string): string {
    return this.type[0] === 'r' ? `0.5#*${a} + 0.5#*${b}` : `${a} + ${b}`;
  }

  private list(depth: number): readonly Statement[] {
    return Array.from({ length: 1 + this.r(3) }, () => this.statement(depth));
  }

  private statement(depth: number): Statement {
    const { r } = this;
    const k = r(depth > 0 ? 10 : 6);
    if (k < 4) return { set: this.cell(one(r, pointers), this.place()), to: this.value() };
    if (k === 4)
      return { set: one(r, ['s', 't']), to: r(2) ? this.value() : this.sum(one(r, ['s', 't']), this.leaf()) };
    if (k === 5) return { set: 's', to: this.leaf() };
    if (k === 6)
      return { when: `${this.leaf()} > ${this.leaf()}`, then: this.list(0), otherwise: r(2) ? this.list(0) : [] };
    if (this.depth > 0) return { set: 't', to: this.value() };
    this.depth++;
    const isDown = r(4) === 0;
    const by = 1 + (r(4) === 0 ? 1 : 0);
    const [low, high] = ['0', one(r, [String(this.length - 1), 'n - 1'])];
    const loop = {
      count: 'j',
      from: isDown ? high : low,
      last: isDown ? low : high,
      by: isDown ? -by : by,
      body: this.list(depth - 1),
    };
    this.depth--;
    return loop;
  }

  private offsets(): readonly number[] {
    return pointers.map(() => this.unit * (this.r(5) - 2));
  }

  cxx(): string {
    const type = typeNames[this.type]['c++'];
    const { name, given, direct } = this;
    const cells = this.size + 4 * this.unit;
    const place = (p: string): string => {
      if (p === direct) return `(${name}_all + ${2 * this.unit})`;
      return { parameters: p, structure: `a.${p}`, table: `a[${'pqr'.indexOf(p)}]` }[given];
    };
    const params = {
      parameters: pointers.map((p) => `${type} *${p}`).join(', '),
      structure: `${name}_pointers a`,
      table: `${type} **a`,
    }[given];
    return `⟦__device__|static⟧ ${type} ${name}_all[${cells}];
struct ${name}_pointers { ${pointers.map((p) => `${type} *${p};`).join(' ')} };
GLOBAL void ${name}(${params}, int n) {
  ⟦int g = threadIdx.x + blockDim.x * blockIdx.x;|for (int g = 0; g < ${this.threads}; g++) {⟧
  ${type} s, t;
${cxxText(this.body, type, '  ').replaceAll(/\b([pqr])\[/g, (_, p: string) => `${place(p)}[`)}  ⟦|}⟧
}
`;
  }

  cxxLaunches(): string {
    const { r, size, name, block, blocks, given } = this;
    const type = typeNames[this.type]['c++'];
    const cells = size + 4 * this.unit;
    const lines = Array.from({ length: 4 }, () => {
      const at = this.offsets().map((offset) => `${r(4) === 0 ? 'other' : 'all'} + ${offset + 2 * this.unit}`);
      const args = { parameters: at.join(', '), structure: `${name}_pointers{${at.join(', ')}}`, table: 'table' }[
        given
      ];
      const set = `    { ${type} *to[] = {${at.join(', ')}}; ⟦cudaMemcpy(table, to, sizeof to, cudaMemcpyHostToDevice)|memcpy(table, to, sizeof to)⟧; }\n`;
      return `${given === 'table' ? set : ''}    ${name}⟦<<<${blocks}, ${block}>>>|⟧(${args}, ${this.length});
    ⟦cudaMemcpy(h, all, sizeof h, cudaMemcpyDeviceToHost)|memcpy(h, all, sizeof h)⟧; show("${name}", h, ${cells});
    ⟦cudaMemcpy(h, other, sizeof h, cudaMemcpyDeviceToHost)|memcpy(h, other, sizeof h)⟧; show("other", h, ${cells});
`;
    });
    return `  {
    static ${type} h[${cells}];
    ${type} *all, *other, **table;
    for (int i = 0; i < ${cells}; i++) h[i] = (${type})(i * 37 % 101 - 40);
    ⟦cudaGetSymbolAddress((void **)&all, ${name}_all); cudaMalloc(&other, sizeof h); cudaMalloc(&table, 3 * sizeof *table)|all = ${name}_all, other = (${type} *)malloc(sizeof h), table = (${type} **)malloc(3 * sizeof *table)⟧;
    ⟦cudaMemcpy(all, h, sizeof h, cudaMemcpyHostToDevice)|memcpy(all, h, sizeof h)⟧;
    ⟦cudaMemcpy(other, h, sizeof h, cudaMemcpyHostToDevice)|memcpy(other, h, sizeof h)⟧;
${lines.join('')}  }
`;
  }

  modulePointers(): readonly string[] {
    const type = typeNames[this.type].fortran;
    const last = this.size + 4 * this.unit * this.step;
    return [
      `${type}⟦, device|⟧, target :: all_${this.name}(0:${last}), other_${this.name}(0:${last})`,
      ...(this.form === 'targets' ? [] : pointers.map((p) => `${type}⟦, device|⟧, pointer :: ${this.name}_${p}(:)`)),
    ];
  }

  variables(): readonly string[] {
    const type = typeNames[this.type].fortran;
    const last = this.size + 4 * this.unit * this.step;
    return [
      `${type} :: h_${this.name}(0:${last}), s_${this.name}, t_${this.name}`,
      ...(this.name === 'kernel0' ? ['integer :: i, j, g, n'] : []),
    ];
  }

  private fortranBody(): readonly string[] {
    const { form, name, direct } = this;
    const array = (p: string, place: string): string => {
      if (p === direct)
        return `all_${name}(${this.step === 1 ? '' : `${this.step}*`}(${place}) + ${2 * this.unit * this.step})`;
      return `${form === 'targets' ? '' : `${name}_`}${p}(${place})`;
    };
    return fortranText(this.body, this.type, array).map((l) => l.replaceAll(/\bg\b/g, '(g - 1)'));
  }

  fortran(): string {
    const { form, name } = this;
    if (form === 'directive') return '';
    const type = typeNames[this.type].fortran;
    const isDummies = form === 'targets';
    return kernel({
      name,
      dummies: [...(isDummies ? pointers : []), 'n'],
      declarations: [
        'integer, value :: n',
        ...(isDummies ? [`${type}, target :: ${pointers.map((p) => `${p}(0:*)`).join(', ')}`] : []),
        `${type} :: s, t`,
        'integer :: j',
      ],
      body: this.fortranBody(),
    });
  }

  fortranLaunches(): readonly string[] {
    const { r, name, form, step, threads, size } = this;
    const launch = (args: string): readonly string[] =>
      form === 'directive'
        ? [
            `n = ${this.length}`,
            `⟦!$cuf kernel do <<<*, ${this.block}>>>|⟧`,
            `do g = 1, ${threads}`,
            ...this.fortranBody().map((l) => l.replaceAll(/\b([st])\b/g, `$1_${name}`)),
            'end do',
          ]
        : [`call ${name}⟦<<<${this.blocks}, ${this.block}>>>(|(${threads}, ⟧${args}${this.length})`];
    const whole = (a: string): string => `int(${a}${this.type[0] === 'r' ? '*4' : ''}, 8)`;
    return [
      `do i = 0, ubound(h_${name}, 1)`,
      `  h_${name}(i) = int(mod(i*37, 101) - 40, 1)`,
      'end do',
      `all_${name} = h_${name}; other_${name} = h_${name}`,
      ...Array.from({ length: 4 }, () => {
        const at = this.offsets().map(
          (offset) => [r(4) === 0 ? `other_${name}` : `all_${name}`, (offset + 2 * this.unit) * step] as const,
        );
        const set =
          form === 'targets'
            ? []
            : pointers.map(
                (p, i) =>
                  `${name}_${p}(0:) => ${at[i]![0]}(${at[i]![1]}:${at[i]![1] + size - 1}${step === 1 ? '' : `:${step}`})`,
              );
        return [
          ...set,
          ...launch(form === 'targets' ? `${at.map(([a, i]) => `${a}(${i})`).join(', ')}, ` : ''),
          ...['all', 'other'].flatMap((a) => [
            `h_${name} = ${a}_${name}`,
            `call show('${a} ${name}', ${whole(`h_${name}`)})`,
          ]),
        ];
      }).flat(),
    ];
  }
}

function cxxText(list: readonly Statement[], type: string, by: string): string {
  const real = type === 'float' ? 'f' : '';
  const e = (text: string): string =>
    text
      .replaceAll('!', '')
      .replaceAll('@', '')
      .replaceAll('#', real)
      .replaceAll('MIN(', `least<${type}>(`)
      .replaceAll('MAX(', `most<${type}>(`);
  return list
    .map((s) => {
      if ('set' in s) return `${by}${e(s.set)} = ${e(s.to)};\n`;
      if ('when' in s)
        return `${by}if (${e(s.when)}) {\n${cxxText(s.then, type, `${by}  `)}${by}} else {\n${cxxText(s.otherwise, type, `${by}  `)}${by}}\n`;
      const test = s.by > 0 ? `j <= ${s.last}; j += ${s.by}` : `j >= ${s.last}; j -= ${-s.by}`;
      return `${by}for (int j = ${s.from}; ${test}) {\n${cxxText(s.body, type, `${by}  `)}${by}}\n`;
    })
    .join('');
}

function fortranText(
  list: readonly Statement[],
  type: Type,
  array: (pointer: string, place: string) => string,
): readonly string[] {
  const kind = `_${type[1]}`;
  const e = (text: string): string =>
    text
      .replaceAll('!', type[0] === 'r' ? `._${type[1]}` : `_${type[1]}`)
      .replaceAll('#', kind)
      .replaceAll(/@(\w)\[([^\]]*)\]/g, (_, p: string, place: string) => array(p, place))
      .replaceAll('MIN(', 'min(')
      .replaceAll('MAX(', 'max(');
  return list.flatMap((s): readonly string[] => {
    if ('set' in s) return [`${e(s.set)} = ${e(s.to)}`];
    if ('when' in s)
      return [
        `if (${e(s.when)}) then`,
        ...fortranText(s.then, type, array),
        ...(s.otherwise.length > 0 ? ['else', ...fortranText(s.otherwise, type, array)] : []),
        'end if',
      ];
    return [`do j = ${s.from}, ${s.last}, ${s.by}`, ...fortranText(s.body, type, array), 'end do'];
  });
}
