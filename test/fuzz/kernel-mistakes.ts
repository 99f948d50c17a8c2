/**
 * Programs with kernels that are right, or one of which has a known mistake: a race, a subscript outside of its bounds, or memory that nobody has written. Arrays are given,
 * guarded and walked along in many ways; which line and which array the mistake is of is known.
 */

export type Mistake = 'none' | 'race' | 'bounds' | 'init';
export type Planted = {
  readonly source: string;
  /** Of each mistake. */
  readonly marks: readonly Mark[];
};
/** Lines (from 1) of which one must be told, and the array that stands there. */
export type Mark = { readonly lines: readonly number[]; readonly array: string };

class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 12345) >>> 0;
  }

  below(n: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * n);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  is(chance: number): boolean {
    return this.below(1000) < chance * 1000;
  }
}

const mark = '!#';

/** A kernel, what stands for it outside, and its launch. */
type Kernel = { readonly text: string; readonly module: string; readonly host: string; readonly launch: string };

/** `count` kernels, each with the mistake. */
export function kernelProgram(seed: number, mistake: Mistake, count: number): Planted {
  const random = new Random(seed);
  // A subscript that was never set may end the device's work: no other kernel comes after it.
  const endsAll = (k: number): boolean => mistake === 'init' && k === count - 1;
  const kernels = Array.from({ length: count }, (_, k) => kernelOf(random, k + 1, mistake, endsAll(k)));
  const text = [
    'module m',
    ...kernels.map((k) => k.module),
    'contains',
    ...kernels.map((k) => k.text),
    'end module',
    'program t',
    '  use m',
    '  use cudafor',
    '  integer :: status',
    ...kernels.map((k) => k.host),
    ...kernels.map((k) => k.launch),
    '  status = cudaDeviceSynchronize()',
    '  print *, "done"',
    'end program',
  ]
    .filter((part) => part !== '')
    .join('\n');
  const all = text.split('\n');
  const arrays = new Set(all.flatMap((line) => /!# (\w+)/.exec(line)?.[1] ?? []));
  const linesOf = (array: string): readonly number[] =>
    all.flatMap((line, i) => (/!# (\w+)/.exec(line)?.[1] === array ? [i + 1] : []));
  return { source: `${text}\n`, marks: [...arrays].map((array) => ({ lines: linesOf(array), array })) };
}

const types = ['real', 'real(8)', 'integer', 'integer(8)', 'integer(2)'] as const;
type Type = (typeof types)[number];
const converted = (type: Type, e: string): string =>
  type === 'real' || type === 'real(8)'
    ? `real(${e}, kind(1.0${type === 'real' ? '' : 'd0'}))`
    : `int(${e}, ${kindOf(type)})`;
const kindOf = (type: Type): number => ({ integer: 4, 'integer(8)': 8, 'integer(2)': 2 })[type as string] ?? 4;

type Shape = (r: Random, k: number, mistake: Mistake) => Kernel;

function kernelOf(r: Random, k: number, mistake: Mistake, isLast: boolean): Kernel {
  const shapes = shapesOf[mistake].filter((shape) => mistake !== 'init' || isLast || shape !== gather);
  return r.of(shapes)(r, k, mistake);
}

/** How a kernel is given its arrays of one dimension. */
type Given = { readonly dummy: string; readonly module?: string; readonly device: string; readonly known: boolean };

function given(r: Random, name: string, type: Type, n: number): Given {
  const kind = r.below(5);
  const device = r.of([
    `${type}, device :: d_${name}(${n})`,
    `${type}, device, allocatable :: d_${name}(:)`,
    `${type}, managed :: d_${name}(${n})`,
  ]);
  if (kind === 0) return { dummy: `${type} :: ${name}(:)`, device, known: true };
  if (kind === 1) return { dummy: `${type} :: ${name}(*)`, device, known: false };
  if (kind === 2) return { dummy: `${type} :: ${name}(0:n-1)`, device, known: true };
  return { dummy: `${type} :: ${name}(n)`, device, known: true };
}

const lowerOf = (g: Given): number => (g.dummy.includes('(0:') ? 0 : 1);
const allocating = (g: Given, n: number): readonly string[] => {
  const name = /d_\w+/.exec(g.device)![0];
  return g.device.includes('allocatable') ? [`  allocate(${name}(${n}))`] : [];
};

/** Each thread reads places of one array and writes its own of another: under a condition, or in a loop over the grid. */
const elementwise: Shape = (r, k, mistake) => {
  const n = 33 + r.below(300);
  const [tx, ty] = [r.of(types), r.of(types)];
  const [x, y] = [given(r, `x${k}`, tx, n), given(r, `y${k}`, ty, n)];
  const threads = r.of([32, 64, 100, 128]);
  const loop = r.is(0.4);
  const blocks = loop ? 1 + r.below(3) : Math.ceil(n / threads);
  const at = (g: Given, i: string): string => (lowerOf(g) === 0 ? `${i} - 1` : i);
  const name = (g: Given): string => /(\w+)\(/.exec(g.dummy.split('::')[1]!)![1]!;
  const whole = ['i', 'n + 1 - i', 'min(i + 1, n)'] as const;
  const shift = r.of(mistake === 'init' ? whole : [...whole, 'mod(i*7, n) + 1', 'max(i - 1, 1)', 'i/2 + 1']);
  let read = `${name(x)}(${at(x, shift)})`;
  let write = `${name(y)}(${at(y, 'i')})`;
  let note = '';
  const extra: string[] = [];
  if (mistake === 'bounds') {
    const off = r.of(['i + 1', 'i - 1', `i + ${1 + r.below(n)}`, 'n + i', `i - ${1 + r.below(20)}`]);
    if (r.is(0.5)) {
      read = `${name(x)}(${at(x, off)})`;
      note = ` ${mark} ${name(x)}`;
    } else {
      write = `${name(y)}(${at(y, off)})`;
      note = ` ${mark} ${name(y)}`;
    }
  }
  if (mistake === 'race') {
    const other = r.of([
      `${name(y)}(${at(y, `mod(i, ${2 + r.below(n - 3)}) + 1`)}) = ${converted(ty, 'i')}`,
      `${name(y)}(${at(y, 'i')}) = ${name(y)}(${at(y, 'mod(i, n) + 1')})`,
      `${name(y)}(${at(y, '1')}) = ${name(y)}(${at(y, '1')}) + ${converted(ty, '1')}`,
    ]);
    extra.push(`    ${other} ${mark} ${name(y)}`);
  }
  const through = r.is(0.3) && mistake !== 'bounds';
  const value = converted(ty, `${read} + ${converted(tx, String(r.below(9)))}`);
  if (mistake === 'init') note = ` ${mark} ${name(x)}`;
  const statement =
    through && tx === ty && mistake === 'none' ? `call move${k}(${write}, ${read})` : `${write} = ${value}${note}`;
  const callee = statement.startsWith('call')
    ? [
        `  attributes(device) subroutine move${k}(to, from)`,
        `    ${ty} :: to, from`,
        '    to = from',
        '  end subroutine',
      ]
    : [];
  const place = '(blockIdx%x - 1)*blockDim%x + threadIdx%x';
  const inner = [`    ${statement}`, ...extra];
  const body = loop
    ? [`    do i = ${place}, n, blockDim%x*gridDim%x`, ...inner, '    end do']
    : r.is(0.5)
      ? [`    i = ${place}`, '    if (i <= n) then', ...inner, '    end if']
      : [`    i = ${place}`, '    if (i > n) return', ...inner];
  const text = [
    ...callee,
    `  attributes(global) subroutine k${k}(x${k}, y${k}, n)`,
    '    integer, value :: n',
    `    ${x.dummy}`,
    `    ${y.dummy}`,
    '    integer :: i',
    ...body,
    '  end subroutine',
  ].join('\n');
  const fill = mistake !== 'init' ? `  d_x${k} = 1` : r.is(0.5) ? '' : `  d_x${k}(1:${n - 2 - r.below(n / 2)}) = 1`;
  return {
    text,
    module: '',
    host: [`  ${x.device}`, `  ${y.device}`].join('\n'),
    launch: [
      ...allocating(x, n),
      ...allocating(y, n),
      fill,
      `  d_y${k} = 0`,
      `  call k${k}<<<${blocks}, ${threads}>>>(d_x${k}, d_y${k}, ${n})`,
      '  status = cudaDeviceSynchronize()',
    ]
      .filter((l) => l !== '')
      .join('\n'),
  };
};

/** Matrices: neighbours within the rows and columns. */
const matrix: Shape = (r, k, mistake) => {
  const [n, m] = [9 + r.below(40), 7 + r.below(30)];
  const type = r.of(types);
  const [bx, by] = r.of([
    [8, 8],
    [16, 4],
    [32, 2],
    [5, 7],
  ] as const);
  const dummies = r.of([
    `${type} :: a${k}(n, m), b${k}(n, m)`,
    `${type} :: a${k}(:, :), b${k}(:, :)`,
    `${type} :: a${k}(n, *), b${k}(n, m)`,
  ]);
  let read = r.of([`a${k}(i - 1, j)`, `a${k}(i + 1, j + 1)`, `a${k}(i, j - 1)`, `a${k}(n + 1 - i, j)`]);
  let write = `b${k}(i, j)`;
  let note = '';
  if (mistake === 'bounds') {
    if (r.is(0.5)) {
      read = r.of([`a${k}(i + 2, j)`, `a${k}(i - 2, j)`, `a${k}(i, j - 2)`, `a${k}(i + n, j)`]);
      note = ` ${mark} a${k}`;
    } else {
      write = r.of([`b${k}(i + 2, j)`, `b${k}(i, j + 2)`, `b${k}(i - 2, j)`]);
      note = ` ${mark} b${k}`;
    }
  }
  if (mistake === 'race') {
    write = r.of([`b${k}(i, 1)`, `b${k}(2, j)`, `b${k}(i/2 + 1, j)`]);
    note = ` ${mark} b${k}`;
  }
  if (mistake === 'init') note = ` ${mark} a${k}`;
  const text = [
    `  attributes(global) subroutine k${k}(a${k}, b${k}, n, m)`,
    '    integer, value :: n, m',
    `    ${dummies}`,
    '    integer :: i, j',
    '    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x',
    '    j = (blockIdx%y - 1)*blockDim%y + threadIdx%y',
    '    if (i > 1 .and. i < n .and. j > 1 .and. j < m) then',
    `      ${write} = ${read} + ${converted(type, mistake === 'race' ? 'i + 100*j' : String(r.below(5)))}${note}`,
    '    end if',
    '  end subroutine',
  ].join('\n');
  const fill = mistake !== 'init' ? `  d_a${k} = 1` : r.is(0.5) ? '' : `  d_a${k}(:, 1:${1 + r.below(3)}) = 1`;
  return {
    text,
    module: '',
    host: `  ${type}, device :: d_a${k}(${n}, ${m}), d_b${k}(${n}, ${m})`,
    launch: [
      fill,
      `  d_b${k} = 0`,
      `  call k${k}<<<dim3(${Math.ceil(n / bx)}, ${Math.ceil(m / by)}, 1), dim3(${bx}, ${by}, 1)>>>(d_a${k}, d_b${k}, ${n}, ${m})`,
      '  status = cudaDeviceSynchronize()',
    ]
      .filter((l) => l !== '')
      .join('\n'),
  };
};

/** Blocks that share an array: what one thread stores another one reads behind a barrier. */
const shared: Shape = (r, k, mistake) => {
  const threads = r.of([32, 64, 96, 128]);
  const blocks = 1 + r.below(4);
  const n = threads * blocks;
  const type = r.of(types);
  const dynamic = r.is(0.3);
  const other = r.of([
    'blockDim%x + 1 - t',
    'mod(t, blockDim%x) + 1',
    // Counted from 1, so that 0 is the neighbour already and all of the block the thread itself.
    `mod(t + ${r.below(threads - 1)}, blockDim%x) + 1`,
  ]);
  let store = `s${k}(t) = x${k}(i)`;
  let load = `s${k}(${other})`;
  let barrier = '    call syncthreads()';
  let note = '';
  let before = '';
  if (mistake === 'race') {
    barrier = '';
    note = ` ${mark} s${k}`;
  }
  if (mistake === 'bounds') {
    if (r.is(0.5)) load = `s${k}(${other} + ${1 + r.below(threads)})`;
    else load = `s${k}(t - ${1 + r.below(threads - 1)})`;
    note = ` ${mark} s${k}`;
  }
  if (mistake === 'init') {
    before = `    if (t ${r.of(['> 1', '< blockDim%x', '<= blockDim%x/2', '/= 3'])}) `;
    note = ` ${mark} s${k}`;
  } else before = '    ';
  const loops = r.is(0.4) && mistake !== 'race';
  store = `${before}${store}`;
  const text = [
    `  attributes(global) subroutine k${k}(x${k}, y${k}, n)`,
    '    integer, value :: n',
    `    ${type} :: x${k}(n), y${k}(n)`,
    `    ${type}, shared :: s${k}(${dynamic ? '*' : threads})`,
    '    integer :: i, t, round',
    '    t = threadIdx%x',
    '    i = (blockIdx%x - 1)*blockDim%x + t',
    ...(loops ? [`    do round = 1, ${1 + r.below(3)}`] : []),
    store,
    ...(barrier === '' ? [] : [barrier]),
    `    y${k}(i) = ${load}${note}`,
    ...(loops ? ['    call syncthreads()', '    end do'] : []),
    '  end subroutine',
  ].join('\n');
  const bytes = threads * ({ real: 4, integer: 4, 'integer(2)': 2 }[type as string] ?? 8);
  return {
    text,
    module: '',
    host: `  ${type}, device :: d_x${k}(${n}), d_y${k}(${n})`,
    launch: [
      `  d_x${k} = 1`,
      `  d_y${k} = 0`,
      ...(mistake === 'race' ? [`  d_x${k} = [(${converted(type, 'status')}, status=1, ${n})]`] : []),
      `  call k${k}<<<${blocks}, ${threads}${dynamic ? `, ${bytes}` : ''}>>>(d_x${k}, d_y${k}, ${n})`,
      '  status = cudaDeviceSynchronize()',
    ].join('\n'),
  };
};

/** Arrays that threads keep for themselves. */
const local: Shape = (r, k, mistake) => {
  const [threads, blocks] = [r.of([32, 64]), 1 + r.below(3)];
  const n = threads * blocks;
  const size = 3 + r.below(6);
  const last = mistake === 'init' ? size - 1 : size;
  const upTo = mistake === 'bounds' ? size + 1 : size;
  const note = mistake === 'init' || mistake === 'bounds' ? ` ${mark} w${k}` : '';
  const text = [
    `  attributes(global) subroutine k${k}(y${k}, n)`,
    '    integer, value :: n',
    `    real :: y${k}(n)`,
    `    real :: w${k}(${size}), total`,
    '    integer :: i, j',
    '    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x',
    `    do j = 1, ${last}`,
    `      w${k}(j) = i + j`,
    '    end do',
    '    total = 0',
    `    do j = 1, ${upTo}`,
    `      total = total + w${k}(j)${note}`,
    '    end do',
    `    y${k}(i) = total`,
    '  end subroutine',
  ].join('\n');
  return {
    text,
    module: '',
    host: `  real, device :: d_y${k}(${n})`,
    launch: [
      `  d_y${k} = 0`,
      `  call k${k}<<<${blocks}, ${threads}>>>(d_y${k}, ${n})`,
      '  status = cudaDeviceSynchronize()',
    ].join('\n'),
  };
};

/** Arrays of a module, places that data say, and sums that atomic operations make. */
const gather: Shape = (r, k, mistake) => {
  const n = 40 + r.below(200);
  const threads = r.of([32, 64, 128]);
  const bins = 3 + r.below(20);
  let sum = `old = atomicAdd(h${k}(p${k}(i)), 1)`;
  let fill = `  p${k} = [(mod(status, ${bins}) + 1, status=1, ${n})]`;
  let note = '';
  if (mistake === 'race') {
    sum = `h${k}(p${k}(i)) = h${k}(p${k}(i)) + 1`;
    note = ` ${mark} h${k}`;
  }
  if (mistake === 'bounds') {
    fill = `  p${k} = [(mod(status, ${bins}) + ${r.of([0, 2])}, status=1, ${n})]`;
    note = ` ${mark} h${k}`;
  }
  if (mistake === 'init') {
    fill = `  p${k}(2:) = [(mod(status, ${bins}) + 1, status=2, ${n})]`;
    note = ` ${mark} p${k}`;
  }
  const text = [
    `  attributes(global) subroutine k${k}(p${k}, n)`,
    '    integer, value :: n',
    `    integer :: p${k}(n), i, old`,
    '    i = (blockIdx%x - 1)*blockDim%x + threadIdx%x',
    '    if (i <= n) then',
    `      ${sum}${note}`,
    '    end if',
    '  end subroutine',
  ].join('\n');
  return {
    text,
    module: `  integer, device :: h${k}(${bins})`,
    host: `  integer, device, allocatable :: p${k}(:)`,
    launch: [
      `  allocate(p${k}(${n}))`,
      fill,
      `  h${k} = 0`,
      `  call k${k}<<<${Math.ceil(n / threads)}, ${threads}>>>(p${k}, ${n})`,
      '  status = cudaDeviceSynchronize()',
    ].join('\n'),
  };
};

const all: readonly Shape[] = [elementwise, elementwise, matrix, shared, local, gather];
const shapesOf: Readonly<Record<Mistake, readonly Shape[]>> = {
  none: all,
  bounds: all,
  init: all,
  race: [elementwise, elementwise, matrix, shared, gather],
};
