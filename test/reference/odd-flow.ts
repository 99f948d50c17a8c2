/**
 * Random kernels with control flow as programs have it that walk, search and give up: pieces of work by strides, in rows or by jumps, in blocks of any shape, with fewer threads and with more;
 * in each piece rows of data-decided length, lists, searches, stacks, nests of named loops, blocks and branches that are left from within. Some meet at barriers where all threads go on alike.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import { type Names, pick, Values } from './source-values.ts';
import type { Dims } from './threads.ts';

const blocks: readonly Dims[] = [
  [64, 1, 1],
  [33, 1, 1],
  [16, 4, 1],
  [7, 1, 1],
  [5, 3, 2],
  [32, 2, 1],
  [96, 1, 1],
  [1, 17, 1],
  [8, 8, 2],
  [12, 4, 1],
  [40, 1, 1],
  [1, 1, 9],
];
const grids: readonly Dims[] = [
  [1, 1, 1],
  [2, 1, 1],
  [3, 1, 1],
  [2, 2, 1],
  [1, 1, 2],
];

/** Numbers that kernels read and none writes stand in front in \`ia\`. */
const numbers = 128;
/** More work than any kernel has. */
const most = 700;

export function oddFlow(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 41 + 13);
    const block = blocks[seed % blocks.length]!;
    const grid = pick(r, grids);
    const threads = [...block, ...grid].reduce((a, b) => a * b, 1);
    const n = 1 + r(Math.min(most - 1, pick(r, [Math.ceil(threads / 3), 3 * threads, threads])));
    kernels.push({ name: `kernel${seed}`, grid, block, n, elements: numbers + most + threads + 1 });
    parts.push(new Kernel(r, block[0] * block[1] * block[2]).text(`kernel${seed}`));
  }
  return sourceOf(kernels, parts);
}

/** How a thread finds its pieces \`w\`: what stands around the work, the statement that goes on to the next piece, and the one that ends. */
type Scheme = {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly next: string;
  readonly end: string;
};

const schemes: readonly Scheme[] = [
  { before: ['work: do w = g, n, threads'], after: ['end do work'], next: 'cycle work', end: 'exit work' },
  { before: ['work: do w = n - g + 1, 1, -threads'], after: ['end do work'], next: 'cycle work', end: 'exit work' },
  {
    before: ['w = g - threads', 'work: do while (w + threads <= n)', '  w = w + threads'],
    after: ['end do work'],
    next: 'cycle work',
    end: 'exit work',
  },
  {
    before: ['w = g', 'work: do', '  if (w > n) exit work', '  piece: block'],
    after: ['  end block piece', '  w = w + threads', 'end do work'],
    next: 'exit piece',
    end: 'exit work',
  },
  {
    before: ['w = g', '10 continue', 'if (w > n) goto 30'],
    after: ['20 continue', 'w = w + threads', 'goto 10', '30 continue'],
    next: 'goto 20',
    end: 'goto 30',
  },
  {
    before: [
      'rows: do y = threadIdx%y + blockDim%y*(blockIdx%y - 1), (n + 18)/19, blockDim%y*gridDim%y',
      '  work: do column = threadIdx%x + blockDim%x*(blockIdx%x - 1), 19, blockDim%x*gridDim%x',
      '    if (threadIdx%z > 1 .or. blockIdx%z > 1) cycle rows',
      '    w = column + 19*(y - 1)',
      '    if (w > n) cycle work',
    ],
    after: ['  end do work', 'end do rows'],
    next: 'cycle work',
    end: 'exit rows',
  },
  {
    before: [
      'rows: do y = blockIdx%x + gridDim%x*(blockIdx%y - 1 + gridDim%y*(blockIdx%z - 1)), (n + 23)/24, gridDim%x*gridDim%y*gridDim%z',
      '  work: do column = t, 23, blockDim%x*blockDim%y*blockDim%z',
      '    w = column + 1 + 24*(y - 1)',
      '    if (w > n) exit work',
    ],
    after: ['  end do work', 'end do rows'],
    next: 'cycle work',
    end: 'cycle rows',
  },
  {
    before: ['if (g > n) return', 'w = g', 'work: block'],
    after: ['end block work'],
    next: 'exit work',
    end: 'exit work',
  },
  {
    before: ['w = g', 'work: if (w <= n) then'],
    after: ['end if work'],
    next: 'exit work',
    end: 'exit work',
  },
];

/** Where all threads of a block go on alike: each round has a piece for each thread, or none. */
const rounds: Scheme = {
  before: [
    'round = (g - 1 - t) + 1',
    'do while (round <= n)',
    '  w = round + t',
    '  piece: block',
    '    if (w > n) exit piece',
  ],
  after: ['  end block piece'],
  next: 'exit piece',
  end: 'exit piece',
};

class Kernel {
  private readonly r: Random;
  private readonly block: number;
  private readonly values: Values;
  private readonly names: Names;
  private readonly declared: string[] = [];
  private readonly meets: boolean;
  private readonly scheme: Scheme;
  private count = 0;
  private label = 100;
  private budget: number;

  constructor(r: Random, block: number) {
    this.r = r;
    this.block = block;
    this.meets = r(4) === 0;
    this.scheme = this.meets ? rounds : pick(r, schemes);
    this.budget = 8 + r(20);
    this.names = {
      read: {
        i: [
          'w',
          'w',
          'n',
          's',
          'h',
          't',
          'ia(iand(w, 127))',
          'ia(iand(s, 127))',
          'ia(iand(h + w, 127))',
          `ia(${numbers} + w)`,
        ],
        l: ['p', 'p', 'la(w)', 'int(w, 8)'],
        r: ['x', 'x', 'ra(w)'],
        d: ['y8', 'da(w)', '0.5d0*w'],
        b: ['yes', 'w > s', 'h < 9'],
      },
      uniform: ['n'],
      functions: [],
    };
    this.values = new Values(r, this.names);
  }

  text(name: string): string {
    const { r, block, scheme } = this;
    const body = this.list(3 + r(4), []);
    const meeting = this.meets
      ? [
          'call syncthreads()',
          'sh(t) = ieor(s, int(p))',
          'call syncthreads()',
          `s = s + sh(${pick(r, [`mod(t + 1, ${block})`, `${block - 1} - t`, '0', `mod(t*3, ${block})`])})`,
          ...(r(2) ? [`if (${pick(r, ['mod(n, 3) == 1', `round > n - ${r(40)}`, 'sh(0) > 20'])}) exit`] : []),
          ...(r(3)
            ? []
            : [
                `if (${pick(r, ['sh(0) > 3', 'mod(n, 2) == 0'])}) then`,
                '  round = round + threads',
                '  cycle',
                'end if',
              ]),
          'round = round + threads',
          'end do',
          ...(r(2)
            ? ['call syncthreads()', 'sh(t) = s', 'call syncthreads()', `p = p + sh(mod(t + ${r(block)}, ${block}))`]
            : []),
        ]
      : [];
    const end = [
      `ia(${numbers + most} + g) = s`,
      `la(${most} + g) = p`,
      `ra(${most} + g) = x`,
      `da(${most} + g) = y8 + merge(1, 0, yes)`,
    ];
    return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(0:*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    integer, shared :: sh(0:${block - 1})
    integer :: t, g, threads, w, s, h, y, column, round, old, stack(8)
    integer(8) :: p
    real :: x
    real(8) :: y8
    logical :: yes
${this.declared.map((d) => `    ${d}\n`).join('')}    t = threadIdx%x - 1 + blockDim%x*(threadIdx%y - 1 + blockDim%y*(threadIdx%z - 1))
    threads = ${block}*gridDim%x*gridDim%y*gridDim%z
    g = t + 1 + ${block}*(blockIdx%x - 1 + gridDim%x*(blockIdx%y - 1 + gridDim%y*(blockIdx%z - 1)))
    w = g; s = 0; h = t; y = 0; round = 0; p = 1; x = 0.5; y8 = t; yes = .false.; stack = 0; column = 0; old = 0
${[...scheme.before, ...body.map((l) => `    ${l}`), ...scheme.after, ...meeting, ...end].map((l) => `    ${l}\n`).join('')}  end subroutine ${name}
`;
  }

  private fresh(prefix: string): string {
    const name = `${prefix}${++this.count}`;
    this.declared.push(`integer :: ${name}`);
    return name;
  }

  /** \`open\`: names of loops around, innermost last. */
  private list(count: number, open: readonly string[]): string[] {
    const out: string[] = [];
    for (let k = 0; k < count && this.budget > 0; k++) out.push(...this.statement(open));
    return out;
  }

  private inner(open: readonly string[], most = 3): string[] {
    return this.list(1 + this.r(most), open).map((l) => `  ${l}`);
  }

  private condition(): string {
    const { r } = this;
    return pick(r, [
      this.values.condition(false),
      this.values.condition(false),
      `mod(w, ${2 + r(5)}) == ${r(3)}`,
      `w > n - ${r(20)}`,
      `ia(iand(w + ${r(9)}, 127)) > ${r(50) - 10}`,
      `t < ${r(40)}`,
      `s > p`,
      `x > ${r(9)}.5`,
      'yes',
    ]);
  }

  private jump(open: readonly string[]): string {
    const { r, scheme } = this;
    const places = [scheme.next, scheme.next, ...(r(3) ? [] : [scheme.end]), ...(this.meets || r(3) ? [] : ['return'])];
    const loops = open.flatMap((name) => [
      `exit ${name}`,
      ...(name.startsWith('loop') ? [`cycle ${name}`, `cycle ${name}`] : []),
    ]);
    return pick(r, loops.length > 0 && r(3) ? loops : places);
  }

  private set(): string {
    const { r, values } = this;
    return pick(r, [
      () => `s = ${values.value('i')}`,
      () => `s = s + ${values.value('i', 2)}`,
      () => `h = ${values.value('i', 2)}`,
      () => `p = ${values.value('l')}`,
      () => `p = p*3 + ${values.value('l', 1)}`,
      () => `x = ${values.value('r', 2)}`,
      () => `x = min(x*0.5 + ${values.value('r', 1)}, 1000.0)`,
      () => `y8 = ${values.value('d', 2)}`,
      () => `yes = ${values.value('b', 2)}`,
      () => `la(w) = ${values.value('l', 2)}`,
      () => `da(w) = ${values.value('d', 2)}`,
      () => `ra(w) = ${values.value('r', 2)}`,
      () => `ia(${numbers} + w) = ${values.value('i', 2)}`,
      () => `ia(${numbers} + w) = ia(${numbers} + w) + ${r(9)}`,
    ])();
  }

  private statement(open: readonly string[]): readonly string[] {
    this.budget--;
    const { r } = this;
    const flat: (() => readonly string[])[] = [
      () => [this.set()],
      () => [this.set()],
      () => [`if (${this.condition()}) ${this.set()}`],
      () => [`if (${this.condition()}) ${this.jump(open)}`],
      () => [`if (${this.condition()}) ${this.jump(open)}`],
      () => [`old = atomicadd(ca(1 + iand(${pick(r, ['w', 's', 'h'])}, 7)), ${pick(r, ['1', 'w', 'iand(s, 15)'])})`],
      () => this.walk(),
    ];
    if (open.length > 3) return pick(r, flat)();
    return pick(r, [
      ...flat,
      () => this.branch(open),
      () => this.branch(open),
      () => this.loop(open),
      () => this.loop(open),
      () => this.fueled(open),
      () => this.row(open),
      () => this.block_(open),
      () => this.choice(open),
      () => this.forward(),
      () => this.backward(),
    ])();
  }

  private branch(open: readonly string[]): readonly string[] {
    const { r } = this;
    const otherwise = r(2) ? ['else', ...this.inner(open)] : [];
    const more = r(4) === 0 ? [`else if (${this.condition()}) then`, ...this.inner(open)] : [];
    const last = r(4) === 0 ? [`  ${this.jump(open)}`] : [];
    return [`if (${this.condition()}) then`, ...this.inner(open), ...last, ...more, ...otherwise, 'end if'];
  }

  private loop(open: readonly string[]): readonly string[] {
    const { r } = this;
    const k = this.fresh('k');
    const name = `loop${this.count}`;
    const bounds = pick(r, [
      `1, ${1 + r(6)}`,
      `1, iand(w, 7)`,
      `${r(4)}, iand(ia(iand(w, 127)), 7)`,
      `iand(s, 7), ${r(5)}, -1`,
      `t, t + ${r(9)}, ${1 + r(4)}`,
      `w, min(w + 5, n)`,
      `max(1, w - 3), w, 2`,
    ]);
    this.names.read.i.push(k);
    const body = this.inner([...open, name]);
    this.names.read.i.splice(this.names.read.i.indexOf(k), 1);
    return [`${name}: do ${k} = ${bounds}`, ...body, `end do ${name}`, ...(r(3) ? [] : [`s = s + ${k}`])];
  }

  /** A loop that ends by a condition of data, at the latest when its fuel is gone. */
  private fueled(open: readonly string[]): readonly string[] {
    const { r } = this;
    const f = this.fresh('f');
    const name = `loop${this.count}`;
    const fuel = 1 + r(7);
    const body = this.inner([...open, name]);
    const step = `${f} = ${f} - 1`;
    return pick(r, [
      [
        `${f} = ${fuel}`,
        `${name}: do while (${f} > 0 .and. (${this.condition()}))`,
        `  ${step}`,
        ...body,
        `end do ${name}`,
      ],
      [
        `${f} = ${fuel}`,
        `${name}: do`,
        `  ${step}`,
        `  if (${f} < 0) exit`,
        ...body,
        `  if (${this.condition()}) exit ${name}`,
        `end do ${name}`,
      ],
      [
        `${f} = ${fuel}`,
        `${name}: do`,
        `  if (${f} < 1 .or. (${this.condition()})) exit`,
        `  ${step}`,
        `  if (${this.condition()}) cycle`,
        ...body,
        `end do ${name}`,
      ],
    ]);
  }

  /** Of a matrix of rows: where it begins and ends is read. */
  private row(open: readonly string[]): readonly string[] {
    const { r } = this;
    const k = this.fresh('k');
    const name = `loop${this.count}`;
    const low = `iand(ia(iand(w, 127)), 63)`;
    const sum = pick(r, [
      `s = s + ia(${k})`,
      `x = x + 0.25*ia(${k})`,
      `p = p + ia(${k})*ia(iand(ia(${k}), 127))`,
      `y8 = max(y8, 1.5d0*ia(${k}))`,
    ]);
    const some = r(2)
      ? [`  if (ia(${k}) < ${r(30) - 30}) ${pick(r, [`cycle ${name}`, `exit ${name}`, this.jump([...open, name])])}`]
      : [];
    return [
      `${name}: do ${k} = ${low}, ${low} + iand(ia(iand(w + 1, 127)), ${pick(r, [3, 7, 15])})${r(2) ? '' : ' - 1'}`,
      ...some,
      `  ${sum}`,
      `end do ${name}`,
    ];
  }

  private block_(open: readonly string[]): readonly string[] {
    const name = `part${++this.count}`;
    const [head, end] = this.r(2)
      ? [`${name}: block`, `end block ${name}`]
      : [`${name}: if (${this.condition()}) then`, `end if ${name}`];
    return [head, ...this.inner([...open, name], 4), end];
  }

  private choice(open: readonly string[]): readonly string[] {
    const { r } = this;
    const value = pick(r, ['iand(w, 7)', 'iand(s, 7)', 'mod(t, 6)', 'iand(ia(iand(h, 127)), 7)']);
    const name = r(2) ? `part${++this.count}` : '';
    const inside = name ? [...open, name] : open;
    const cases = [
      `case (${r(3)})`,
      `case (3:${3 + r(2)})`,
      ...(r(2) ? ['case (6, 7)'] : []),
      ...(r(2) ? ['case default'] : []),
    ];
    return [
      `${name && `${name}: `}select case (${value})`,
      ...cases.flatMap((c) => [c, ...this.inner(inside, 2)]),
      `end select${name && ` ${name}`}`,
    ];
  }

  /** Over statements, and into the middle of what follows from two places. */
  private forward(): readonly string[] {
    this.label += 2;
    const l = this.label;
    return pick(this.r, [
      [`if (${this.condition()}) goto ${l}`, this.set(), this.set(), `${l} continue`],
      [
        `if (${this.condition()}) goto ${l}`,
        this.set(),
        `if (${this.condition()}) goto ${l + 1}`,
        `${l} continue`,
        this.set(),
        `${l + 1} continue`,
      ],
      [
        `if (${this.condition()}) then`,
        `  ${this.set()}`,
        `  goto ${l}`,
        'end if',
        this.set(),
        `${l} continue`,
        this.set(),
      ],
    ]);
  }

  private backward(): readonly string[] {
    this.label += 2;
    const l = this.label;
    const f = this.fresh('f');
    return [
      `${f} = ${1 + this.r(5)}`,
      `${l} continue`,
      this.set(),
      `${f} = ${f} - 1`,
      `if (${f} > 0 .and. (${this.condition()})) goto ${l}`,
    ];
  }

  /** Loops as they stand in programs. */
  private walk(): readonly string[] {
    const { r } = this;
    const [a, b, f] = [this.fresh('a'), this.fresh('b'), this.fresh('f')];
    return pick(r, [
      // The chain of a number.
      [
        `${a} = abs(mod(w, 97)) + 1`,
        `${f} = 0`,
        `do while (${a} /= 1 .and. ${f} < ${9 + r(30)})`,
        `  ${f} = ${f} + 1`,
        `  if (mod(${a}, 2) == 0) then`,
        `    ${a} = ${a}/2`,
        '  else',
        `    ${a} = 3*${a} + 1`,
        '  end if',
        'end do',
        `s = s + ${f} - ${a}`,
      ],
      // A list.
      [
        `${a} = iand(w, 63)`,
        `${f} = 0`,
        `do`,
        `  if (${a} < ${r(9)} .or. ${f} > 12) exit`,
        `  s = s + ia(${a})`,
        `  ${f} = ${f} + 1`,
        `  ${a} = iand(ia(${a}) + ${a}*3, 127)`,
        'end do',
        `h = ${a}`,
      ],
      // A search in halves.
      [
        `${a} = 0`,
        `${b} = 127`,
        `do while (${a} < ${b})`,
        `  ${f} = (${a} + ${b})/2`,
        `  if (3*${f} < ${pick(r, ['w', 'iand(s, 511)', 't*4'])}) then`,
        `    ${a} = ${f} + 1`,
        '  else',
        `    ${b} = ${f}`,
        '  end if',
        'end do',
        `s = s + ${a}`,
      ],
      // A common divisor.
      [
        `${a} = w + ${r(30)}`,
        `${b} = iand(s, 255)`,
        `do while (${b} /= 0)`,
        `  ${f} = mod(${a}, ${b})`,
        `  ${a} = ${b}`,
        `  ${b} = ${f}`,
        'end do',
        `p = p + ${a}`,
      ],
      // A root.
      [
        `${f} = 0`,
        `x = abs(ia(iand(w, 127))) + 1`,
        'do',
        `  y8 = 0.5d0*(x + w/x)`,
        `  ${f} = ${f} + 1`,
        `  if (abs(y8 - x) < 0.01d0 .or. ${f} == 20) exit`,
        '  x = real(y8)',
        'end do',
        `s = s + ${f}`,
      ],
      // A tree with a stack.
      [
        `${f} = 1`,
        `stack(1) = iand(w, ${1 + r(7)})`,
        `do while (${f} > 0)`,
        `  ${a} = stack(${f})`,
        `  ${f} = ${f} - 1`,
        `  s = s + ia(${a})`,
        `  if (${a} < ${8 + r(20)} .and. ia(${a}) < ${r(60)}) then`,
        `    stack(${f} + 1) = 2*${a} + 1`,
        `    stack(${f} + 2) = 2*${a} + 2`,
        `    ${f} = ${f} + 2`,
        `  else if (${a} == ${r(40)}) then`,
        '    exit',
        '  end if',
        'end do',
      ],
      // Digits.
      [
        `${a} = abs(ia(iand(w + ${r(50)}, 127)))*${1 + r(900)} + w`,
        `${b} = 0`,
        `do`,
        `  ${b} = ${b}*10 + mod(${a}, 10)`,
        `  ${a} = ${a}/10`,
        `  if (${a} == 0) exit`,
        'end do',
        `p = p + ${b}`,
      ],
    ]);
  }
}
