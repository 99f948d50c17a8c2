/**
 * Random programs with objects that have parts in device memory: allocatable and pointer components of objects in objects, copied, handed on, moved, assigned whole, given to kernels as arrays, in sections and
 * by value, allocated anew and gone at the end of procedures.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { kernel, program } from './host-twins.ts';
import { one } from './typed-values.ts';

const types = ['integer', 'integer(2)', 'integer(8)', 'real', 'real(8)'] as const;
type Type = (typeof types)[number];

/** Bounds of allocatable components. */
type Bounds = readonly [low: number, high: number];
type Leaf = { readonly name: string; u: Bounds | undefined; v: readonly [Bounds, Bounds] | undefined; p: number };

const leaves = ['o1%l(1)', 'o1%l(2)', 'o2%l(1)', 'o2%l(2)', 'o1%more(1)', 'o1%more(2)', 'g'];
/** Elements of the array that pointers lead to, and of host arrays. */
const length = 60;

export function deviceComponents(seed: number): string {
  return new Program(randomSource(seed * 73 + 53)).text();
}

class Program {
  private readonly r: Random;
  private readonly type: Type;
  private readonly lines: string[] = [];
  private readonly leaves: readonly Leaf[] = leaves.map((name) => ({ name, u: undefined, v: undefined, p: 0 }));

  constructor(r: Random) {
    this.r = r;
    this.type = one(r, types);
  }

  text(): string {
    const { r, type } = this;
    for (let k = 0; k < 30 + r(30); k++) this.step();
    const text = program({
      module: [
        'type leaf',
        `  ${type}⟦, device|⟧, allocatable :: u(:), v(:, :)`,
        `  ${type}⟦, device|⟧, pointer :: p(:) => null()`,
        '  integer :: n = 0',
        '  real :: x(2) = [1.0, 2.0]',
        'end type leaf',
        'type tree',
        '  integer :: k = 3',
        '  type(leaf) :: l(2)',
        '  type(leaf), allocatable :: more(:)',
        'end type tree',
        'type(leaf) :: g',
        `${type}⟦, device|⟧, target :: under(${length})`,
      ],
      procedures: procedures(type),
      variables: ['type(tree) :: o1, o2', `${type} :: h(${length}), w(${length}), b(8, 8)`, 'integer :: i, code'],
      statements: [
        'do i = 1, size(h)',
        '  h(i) = int(mod(i*37, 101) - 40, 2)',
        'end do',
        'under = h',
        'b = reshape(h, [8, 8], h)',
        'allocate (o1%more(2))',
        ...this.lines,
        ...leaves.map((l) => `call show('${l}', ${l})`),
        'w = under',
        "call sums('under', w)",
        '⟦code = cudaGetLastError()|code = 0⟧',
        "if (code /= 0) print '(a, i0)', 'error ', code",
      ],
      internal: internal(type),
    });
    return `! options: -gpu=nofma -w\n${text}`;
  }

  private step(): void {
    const { r } = this;
    const l = one(r, this.leaves);
    const other = one(r, this.leaves);
    const lines = one(r, [
      () => this.allocate(l),
      () => this.allocate(l),
      () => this.allocate(l),
      () => this.fill(l),
      () => this.fill(l),
      () => this.launch(l, other),
      () => this.launch(l, other),
      () => this.launch(l, other),
      () => this.read(l),
      () => this.assign(l, other),
      () => this.move(l, other),
      () => this.point(l),
      () => this.whole(),
      () => this.release(l),
      () => [`call show('${l.name}', ${l.name})`],
      () => [`call local(${one(r, [3, 8, 20])}, h)`],
      () => this.handed(l),
    ])();
    this.lines.push(...lines);
  }

  private bounds(most: number): Bounds {
    const low = one(this.r, [1, 1, 0, -3, 5]);
    return [low, low + this.r(most)];
  }

  private allocate(l: Leaf): readonly string[] {
    const { r } = this;
    if (r(2)) {
      const old = l.u ? [`deallocate (${l.name}%u)`] : [];
      l.u = this.bounds(30);
      const size = sizeOf(l.u);
      const from = 1 + r(length - size);
      return [
        ...old,
        `allocate (${l.name}%u(${l.u.join(':')}))`,
        `${l.name}%u = ${r(2) ? '7' : `h(${from}:${from + size - 1})`}`,
      ];
    }
    const old = l.v ? [`deallocate (${l.name}%v)`] : [];
    l.v = [this.bounds(8), this.bounds(8)];
    return [
      ...old,
      `allocate (${l.name}%v(${l.v[0].join(':')}, ${l.v[1].join(':')}))`,
      `${l.name}%v = b(:${sizeOf(l.v[0])}, :${sizeOf(l.v[1])})`,
    ];
  }

  private section([low, high]: Bounds): readonly [text: string, size: number] {
    const { r } = this;
    const from = low + r(high - low + 1);
    const to = from + r(high - from + 1);
    const by = 1 + r(3);
    const size = Math.floor((to - from) / by) + 1;
    if (r(4) === 0) return [`${from + by * (size - 1)}:${from}:-${by}`, size];
    return [by === 1 ? `${from}:${to}` : `${from}:${to}:${by}`, size];
  }

  private fill(l: Leaf): readonly string[] {
    const { r } = this;
    if (l.u && r(2)) {
      const [s, size] = this.section(l.u);
      const from = 1 + r(length - size);
      return one(r, [
        [`${l.name}%u(${s}) = h(${from}:${from + size - 1})`],
        [`${l.name}%u(${s}) = ${r(9)}`],
        [`${l.name}%u(${l.u[0]}) = h(${1 + r(length)})`],
      ]);
    }
    if (!l.v) return [`${l.name}%n = ${r(99)}; ${l.name}%x(2) = ${r(9)}.5`];
    const [[s, n], [t, m]] = [this.section(l.v[0]), this.section(l.v[1])];
    return one(r, [
      [`${l.name}%v(${s}, ${t}) = b(:${n}, :${m})`],
      [`${l.name}%v(${s}, ${l.v[1][1]}) = h(3:${n + 2})`],
      [`b(:${n}, :${m}) = ${l.name}%v(${s}, ${t})`, `b = mod(b, ${made(this.type, '500')})`],
    ]);
  }

  private read(l: Leaf): readonly string[] {
    const { r } = this;
    if (!l.u) return l.p ? [`w(:${l.p}) = ${l.name}%p`, `call sums('p', w(:${l.p}))`] : [];
    const [s, size] = this.section(l.u);
    return one(r, [
      [`w(:${size}) = ${l.name}%u(${s})`, `call sums('part', w(:${size}))`],
      [`h(${1 + r(length)}) = ${l.name}%u(${l.u[1]})`],
      [`print '(2(i0, 1x))', lbound(${l.name}%u), size(${l.name}%u)`],
    ]);
  }

  private launch(l: Leaf, other: Leaf): readonly string[] {
    const { r } = this;
    const call = (name: string, args: string): string => `call ${name}⟦<<<2, 32>>>(|(64, ⟧${args})`;
    const choices: (() => readonly string[])[] = [];
    if (l.u) {
      const u = l.u;
      choices.push(
        () => [call('more', `${l.name}%u, ${1 + r(5)}`)],
        () => [call('more', `${l.name}%u(${this.section(u)[0]}), ${1 + r(5)}`)],
        () => [call('sized', `${l.name}%u, ${sizeOf(u)}`)],
      );
      if (other.u && other !== l) choices.push(() => [call('both', `${l.name}%u, ${other.name}%u`)]);
      if (l.v) choices.push(() => [call('given', l.name)]);
    }
    if (l.v) {
      const [a, b] = l.v;
      choices.push(
        () => [call('more', `${l.name}%v(:, ${b[0]}), 2`)],
        () => [call('more', `${l.name}%v(${a[1]}, :), 3`)],
        () => [call('boxes', `${l.name}%v(${this.section(a)[0]}, ${this.section(b)[0]})`)],
      );
    }
    if (l.p)
      choices.push(
        () => [call('more', `${l.name}%p, 4`)],
        () => [call('pointed', l.name)],
      );
    return choices.length > 0 ? one(r, choices)() : [];
  }

  private assign(l: Leaf, other: Leaf): readonly string[] {
    if (l === other) return [];
    Object.assign(l, { u: other.u, v: other.v, p: other.p });
    return [`${l.name} = ${other.name}`];
  }

  private move(l: Leaf, other: Leaf): readonly string[] {
    if (l === other || !l.u) return [];
    other.u = l.u;
    l.u = undefined;
    return [`call move_alloc(${l.name}%u, ${other.name}%u)`];
  }

  private point(l: Leaf): readonly string[] {
    const [s, size] = this.section([1, length]);
    l.p = size;
    return [`${l.name}%p => under(${s})`];
  }

  private whole(): readonly string[] {
    const { r } = this;
    const of = (name: string): readonly Leaf[] => this.leaves.filter((l) => l.name.startsWith(name));
    const from = one(r, ['o1', 'o2']);
    const to = from === 'o1' ? 'o2' : 'o1';
    if (r(3) > 0) {
      // The other leaves of o1 must be there still.
      const list = of(`${from}%l`);
      of(`${to}%l`).forEach((l, i) => {
        Object.assign(l, { u: list[i]!.u, v: list[i]!.v, p: list[i]!.p });
      });
      return [`${to}%l = ${from}%l`];
    }
    const [a, b] = of('o1%more') as [Leaf, Leaf];
    Object.assign(a, { u: undefined, v: undefined, p: 0 });
    Object.assign(b, { u: undefined, v: undefined, p: 0 });
    return ['deallocate (o1%more)', 'allocate (o1%more(2))'];
  }

  private release(l: Leaf): readonly string[] {
    if (!l.u) return [];
    l.u = undefined;
    return [`deallocate (${l.name}%u)`];
  }

  /** To a procedure that allocates where nothing is. */
  private handed(l: Leaf): readonly string[] {
    const { r } = this;
    const n = 1 + r(20);
    l.u ??= [1, n];
    return one(r, [
      [`call worked(${l.name}, ${n})`],
      [`call worked(${l.name}, ${n})`, `print '(i0)', total(${l.name})`],
    ]);
  }
}

const sizeOf = ([low, high]: Bounds): number => high - low + 1;

/** A whole number of this type. */
function made(type: Type, number: string): string {
  const kind = /\d/.exec(type)?.[0] ?? '4';
  return type.startsWith('real') ? `real(${number}, ${kind})` : `int(${number}, ${kind})`;
}

function procedures(type: Type): readonly string[] {
  const few = (value: string): string => `mod(${value}, ${made(type, '500')})`;
  return [
    kernel({
      name: 'more',
      dummies: ['a', 'by'],
      declarations: [`${type} :: a(:)`, 'integer, value :: by'],
      body: [`if (g <= size(a)) a(g) = ${few(`a(g)*${made(type, '2')} + ${made(type, 'by*g')}`)}`],
    }),
    kernel({
      name: 'sized',
      dummies: ['a', 'n'],
      declarations: ['integer, value :: n', `${type} :: a(n)`],
      body: ['if (g > n) goto 9', `a(g) = ${few(`a(g) - ${made(type, 'n')}`)}`],
    }),
    kernel({
      name: 'both',
      dummies: ['a', 'b'],
      declarations: [`${type} :: a(0:), b(:)`],
      body: [`if (g <= min(size(a), size(b))) a(g - 1) = ${few('a(g - 1) + b(size(b) + 1 - g)')}`],
    }),
    kernel({
      name: 'given',
      dummies: ['o'],
      declarations: ['type(leaf)⟦, value|⟧ :: o', 'integer :: i, j'],
      body: [
        'if (g > size(o%u)) goto 9',
        'i = lbound(o%u, 1) + g - 1',
        'j = lbound(o%v, 2)',
        `o%u(i) = ${few(`o%u(i) + o%v(ubound(o%v, 1), j) + ${made(type, 'o%n')}`)}`,
      ],
    }),
    kernel({
      name: 'pointed',
      dummies: ['o'],
      declarations: ['type(leaf)⟦, value|⟧ :: o'],
      body: [`if (g <= size(o%p)) o%p(g) = ${few(`o%p(g) + ${made(type, 'g + o%n')}`)}`],
    }),
    kernel({
      name: 'boxes',
      dummies: ['a'],
      declarations: [`${type} :: a(:, 0:)`, 'integer :: i, j'],
      body: [
        'if (g > size(a)) goto 9',
        'i = mod(g - 1, size(a, 1)) + 1',
        'j = (g - 1)/size(a, 1)',
        `a(i, j) = ${few(`a(i, j) + ${made(type, '10*i + j')}`)}`,
      ],
    }),
    `  subroutine worked(o, n)
    type(leaf), intent(inout) :: o
    integer, intent(in) :: n
    if (.not. allocated(o%u)) then
      allocate (o%u(n))
      o%u = 4
    end if
    call more⟦<<<2, 32>>>(|(64, ⟧o%u, n)
    o%n = size(o%u)
  end subroutine worked
  integer function total(o)
    type(leaf), intent(in) :: o
    ${type}, allocatable :: w(:)
    w = o%u
    total = int(sum(w)) + o%n
  end function total
  type(leaf) function grown(n, h) result(o)
    integer, intent(in) :: n
    ${type}, intent(in) :: h(:)
    allocate (o%u(n), o%v(2, 3))
    o%u = h(:n)
    o%v = reshape(h(2:7), [2, 3])
    o%n = n
  end function grown
  subroutine local(n, h)
    integer, intent(in) :: n
    ${type}, intent(in) :: h(:)
    type(tree) :: t
    type(leaf), allocatable :: a(:)
    allocate (a(3))
    a(2) = grown(n, h)
    t%l(1) = a(2)
    call worked(t%l(1), 3)
    call worked(a(2), 2)
    t%l(2) = t%l(1)
    a(1) = t%l(2)
    print '(*(i0, 1x))', total(a(1)), total(a(2)), total(t%l(1)), allocated(a(3)%u)
  end subroutine local
`.replaceAll(', allocated(a(3)%u)', ', merge(1, 0, allocated(a(3)%u))'),
  ];
}

function internal(type: Type): readonly string[] {
  return [
    'subroutine show(name, o)',
    '  character(*), intent(in) :: name',
    '  type(leaf), intent(in) :: o',
    `  ${type}, allocatable :: x(:), y(:, :)`,
    "  print '(a, 1x, i0, 2f6.1, 3l2)', name, o%n, o%x, allocated(o%u), allocated(o%v), associated(o%p)",
    '  if (allocated(o%u)) then',
    '    allocate (x(size(o%u)))',
    '    x = o%u',
    "    print '(i0)', lbound(o%u)",
    "    call sums('u', x)",
    '  end if',
    '  if (allocated(o%v)) then',
    '    allocate (y(size(o%v, 1), size(o%v, 2)))',
    '    y = o%v',
    "    print '(*(i0, 1x))', lbound(o%v), ubound(o%v)",
    "    call sums('v', reshape(y, [size(y)]))",
    '  end if',
    'end subroutine show',
    'subroutine sums(name, a)',
    '  character(*), intent(in) :: name',
    `  ${type}, intent(in) :: a(:)`,
    '  integer(8) :: all',
    '  integer :: i',
    '  all = 0',
    '  do i = 1, size(a)',
    '    all = mod(all*31 + int(a(i), 8), 1000000007_8)',
    '  end do',
    "  print '(a, 1x, i0)', name, all",
    'end subroutine sums',
  ];
}
