/** Random programs of several kernels after another that share data: arrays of modules, sections as dummies of assumed shape, structures by value, copies between host and device that convert. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { kernel, program } from './host-twins.ts';
import { filling, pools, showing } from './twin-arrays.ts';
import { allKinds, bytesOf, familyOf, type Kind, one, TypedValues, typeOf, wholeKinds } from './typed-values.ts';

/** An array of the module, on the device's side; its dimensions with their lower bounds. */
type Shared = {
  readonly name: string;
  readonly kind: Kind;
  readonly dims: readonly (readonly [low: number, high: number])[];
  /** How it is declared, what the host may do with it, and how it comes to its place. */
  readonly storage: 'device' | 'managed' | 'constant' | 'allocatable' | 'managed allocatable' | 'pointer';
};

const threads = 60;

export function wholePrograms(seed: number): string {
  return new Program(randomSource(seed * 43 + 19)).text();
}

const storages = ['device', 'device', 'managed', 'constant', 'allocatable', 'managed allocatable', 'pointer'] as const;

class Program {
  private readonly r: Random;
  private readonly shared: readonly Shared[];
  private readonly kernels: readonly Kernel[];

  constructor(r: Random) {
    this.r = r;
    this.shared = Array.from({ length: 5 + r(4) }, (_, i) => sharedArray(r, `m${i}`));
    this.kernels = Array.from({ length: 2 + r(3) }, (_, i) => new Kernel(r, `kernel${i}`, this.shared));
  }

  text(): string {
    const { shared, kernels } = this;
    return program({
      module: [...types, ...shared.flatMap(declared), ...moduleScalars],
      procedures: [deviceProcedures, ...forwarding, ...kernels.map((k) => k.text())],
      variables: [
        ...pools,
        ...allKinds.map((k) => `${typeOf[k]}⟦, device|⟧ :: d_${k}(-3:${length2 - 4}), q_${k}(0:11, 3:12)`),
        ...allKinds.map((k) => `${typeOf[k]} :: e_${k}(${length2}), f_${k}(12, 10)`),
        ...shared.map((a) => `${typeOf[a.kind]} :: ${hostOf(a)}${dimensions(a)}`),
        'type(whole) :: o1, o2',
        'type(whole)⟦, device|⟧ :: do1',
        'type(part)⟦, device|⟧ :: ps(0:9)',
        'type(part) :: hs(10)',
        ...wholeKinds.flatMap((k) => [
          `${typeOf[k]}⟦, device|⟧, allocatable :: z_${k}(:), y_${k}(:)`,
          `${typeOf[k]}⟦, managed|⟧, allocatable :: g_${k}(:)`,
        ]),
        'integer :: i, j, k',
      ],
      statements: [
        'call fill()',
        'do i = 1, 10',
        '  hs(i) = part(h_i4(i), h_r4(i:i + 2), reshape(h_i2(3*i:), [2, 2]), h_i8(2*i))',
        'end do',
        'ps = hs',
        ...shared.flatMap((a) => this.allocated(a)),
        ...shared.flatMap((a) => this.setShared(a)),
        ...this.objects(),
        ...kernels.flatMap((k) => [...this.between(), ...k.launch(), ...this.between(), 'call show()']),
        ...shared.filter((a) => a.storage.includes('alloc')).map((a) => `deallocate (${a.name})`),
      ],
      internal: [
        ...filling([
          ...allKinds.flatMap((k) => [
            `e_${k} = h_${k}(7:${length2 + 6})`,
            `d_${k} = e_${k}`,
            `f_${k} = reshape(h_${k}(31:150), [12, 10])`,
            `q_${k} = f_${k}`,
          ]),
        ]),
        ...allKinds.flatMap(showing),
        'subroutine show()',
        '  integer :: istat',
        '  ⟦istat = cudaDeviceSynchronize()|istat = 0⟧',
        ...allKinds.flatMap((k) => [
          `  e_${k} = d_${k}`,
          `  call show_${k}('d_${k}', e_${k})`,
          `  f_${k} = q_${k}`,
          `  call show_${k}('q_${k}', reshape(f_${k}, [120]))`,
        ]),
        ...shared.flatMap((a) => [
          `  ${hostOf(a)} = ${a.name}`,
          `  call show_${a.kind}('${a.name}', reshape(${hostOf(a)}, [size(${hostOf(a)})]))`,
        ]),
        '  o2 = do1',
        '  hs = ps',
        "  call show_i4('ps', hs%n)",
        "  call show_i8('ps', hs%l)",
        "  call show_r4('ps', [hs%v(1), hs%v(3), hs%v(2)])",
        "  call show_i2('ps', [hs%h(2, 1), hs%h(1, 2)])",
        ...['o1', 'o2'].flatMap((o) => [
          `  call show_i4('${o}', [${o}%p(1)%n, ${o}%p(2)%n, ${o}%k])`,
          `  call show_r4('${o}', [${o}%p(1)%v, ${o}%p(2)%v])`,
          `  call show_i2('${o}', reshape(${o}%p(2)%h, [4]))`,
          `  call show_r8('${o}', ${o}%d)`,
          `  call show_b1('${o}', [${o}%b])`,
          `  call show_i8('${o}', [${o}%p(1)%l, ${o}%p(2)%l])`,
        ]),
        "  print '(a, 4(1x, i0))', 'scalars', int(count_all), int(step), total",
        'end subroutine show',
      ],
    });
  }

  private allocated(a: Shared): readonly string[] {
    if (a.storage === 'pointer') return [`under_${a.name} = ${constantOf(a.kind)}`, pointed(a, this.r)];
    return a.storage.includes('alloc') ? [`allocate (${a.name}${dimensions(a)})`] : [];
  }

  private setShared(a: Shared): readonly string[] {
    const size = sizeOf(a);
    const shape = a.dims.map(([low, high]) => high - low + 1).join(', ');
    return [
      `${hostOf(a)} = reshape(h_${a.kind}(${1 + this.r(9)}:${9 + size}), [${shape}])`,
      `${a.name} = ${hostOf(a)}`,
    ];
  }

  private objects(): readonly string[] {
    const { r } = this;
    const part = (): string =>
      `part(h_i4(${1 + r(90)}), h_r4(${section(r, 1, 90, 3)}), reshape(h_i2(${1 + r(50)}:99), [2, 2]), h_i8(${1 + r(90)}))`;
    return [
      `o1 = whole([${part()}, ${part()}], h_r8(4:5), h_b1(${1 + r(9)}), ${r(50)})`,
      `o2 = o1; o2%p(1)%n = ${r(90)}; o2%p(2)%v(2) = 2.5`,
      'do1 = o2',
    ];
  }

  /** What the host does between two launches. */
  private between(): readonly string[] {
    const work = Array.from({ length: this.r(4) }, () => this.hostWork()).flat();
    const managed = this.shared.filter((a) => a.storage.startsWith('managed')).map((a) => a.name);
    return work.flatMap((l) => ([...managed, 'count_all'].some((m) => l.includes(m)) ? [settled, l] : [l]));
  }

  private hostWork(): readonly string[] {
    const { r } = this;
    const kind = one(r, allKinds);
    const a = one(r, this.shared);
    const n = 2 + r(9);
    const [x, y] = [section(r, -3, length2 - 4, n), section(r, 1, length2, n)];
    const numbers = ['i1', 'i2', 'i4', 'i8', 'r4', 'r8'] as const;
    const narrow = one(r, numbers);
    const wider = one(r, familyOf(narrow) === 'real' ? (['r4', 'r8'] as const) : numbers);
    const rows = 2 + r(4);
    const columns = 2 + r(4);
    const box = (): string => `q_${kind}(${section(r, 0, 11, rows)}, ${section(r, 3, 12, columns)})`;
    const hostBox = `f_${kind}(${section(r, 1, 12, rows)}, ${section(r, 1, 10, columns)})`;
    const bounds = a.dims.map(([low, high]) => [low, high] as const);
    const whole = bounds.map(([low, high]) => section(r, low, high, Math.min(3, high - low + 1))).join(', ');
    return one(r, [
      () => [`d_${kind}(${x}) = e_${kind}(${y})`],
      () => [`e_${kind}(${y}) = d_${kind}(${x})`],
      () => [`d_${kind}(${section(r, -3, 20, n)}) = d_${kind}(${section(r, 21, length2 - 4, n)})`],
      () => [`${box()} = ${hostBox}`],
      () => [`${hostBox} = ${box()}`],
      () => [`q_${kind}(:, ${3 + r(10)}) = e_${kind}(${section(r, 1, length2, 12)})`],
      () => [`q_${kind}(${r(12)}, :) = e_${kind}(${section(r, 1, length2, 10)})`],
      () => (fits(narrow, wider) ? [`d_${wider}(${x}) = h_${narrow}(${y})`] : []),
      () => (fits(narrow, wider) ? [`e_${wider}(${y}) = d_${narrow}(${x})`] : []),
      () => [`d_${kind}(${x}) = ${constantOf(kind)}`],
      () => [`${a.name} = ${hostOf(a)}`],
      () => [`${hostOf(a)} = ${a.name}`, `${a.name}(${whole}) = ${constantOf(a.kind)}`],
      () => [`${hostOf(a)}(${whole}) = ${a.name}(${whole})`],
      () => [`${a.name}(${bounds.map(([low]) => low).join(', ')}) = h_${a.kind}(${1 + r(90)})`],
      () => [`step = ${r(9)}`, 'total = total + step'],
      () => ['count_all = count_all + 1'],
      () => [`o1 = do1`, `o1%k = o1%k + ${r(9)}`, 'do1 = o1'],
      () => [`do1%k = ${r(99)}`, `do1%p(2)%v(${1 + r(3)}) = h_r4(${1 + r(90)})`],
      () => [`do1%p(1) = o1%p(2)`, `o1%p(1)%v = do1%p(2)%v`],
      () => this.managedLoop(a),
      () => this.structures(),
      () => this.structures(),
      () => this.made(),
      () => this.asked(),
      () => {
        const of = one(r, wholeKinds);
        return [`call forward_${of}(d_${of}(${section(r, -3, length2 - 4, 12)}), ${1 + r(5)})`];
      },
      () => this.deviceLoop(kind),
      () => this.moved(a),
    ])();
  }

  /** Arrays of structures: elements, sections and components. */
  private structures(): readonly string[] {
    const { r } = this;
    const n = 1 + r(4);
    const [x, y] = [section(r, 0, 9, n), section(r, 1, 10, n)];
    return one(r, [
      [`ps(${x}) = hs(${y})`],
      [`hs(${y}) = ps(${x})`],
      [`ps(${x})%n = h_i4(${section(r, 1, 90, n)})`],
      [`e_i4(${section(r, 1, length2, n)}) = ps(${x})%n`],
      [`ps(${x})%l = ${r(99)}`],
      [`ps(${r(10)})%v = hs(${1 + r(10)})%v(3:1:-1)`],
      [`hs(${1 + r(10)})%v(1:2) = ps(${r(10)})%v(2:3)`],
      [`ps(${x})%v(${1 + r(3)}) = h_r4(${section(r, 1, 90, n)})`],
      [`ps(${r(10)})%h(:, ${1 + r(2)}) = h_i2(${section(r, 1, 90, 2)})`],
      [`ps(${r(5)}) = ps(${5 + r(5)})`],
      [`d_i4(${section(r, -3, 70, n)}) = ps(${x})%n`],
      [
        '⟦!$cuf kernel do <<<*, *>>>|! loop⟧',
        `do i = ${r(4)}, 9, ${1 + r(3)}`,
        '  ps(i)%n = ps(i)%n + i',
        '  ps(i)%v(2) = ps(i)%v(1)',
        'end do',
      ],
    ]);
  }

  /** Arrays that come and go. */
  private made(): readonly string[] {
    const { r } = this;
    const k = one(r, wholeKinds);
    const n = 3 + r(12);
    const [x, y] = [section(r, -3, length2 - 4, n), section(r, 1, length2, n)];
    const low = r(6) - 2;
    return one(r, [
      [
        `allocate (z_${k}(${low}:${low + n - 1}))`,
        `z_${k} = e_${k}(${y})`,
        `d_${k}(${x}) = z_${k}`,
        `deallocate (z_${k})`,
      ],
      [`allocate (z_${k}, source=e_${k}(${y}))`, `d_${k}(${x}) = z_${k}(${n}:1:-1)`, `deallocate (z_${k})`],
      [
        `allocate (z_${k}(${low}:${low + n - 1}), y_${k}(${n}))`,
        `z_${k} = e_${k}(${y})`,
        `y_${k} = z_${k}`,
        `call move_alloc(y_${k}, z_${k})`,
        `d_${k}(${x}) = z_${k}`,
        `e_${k}(1) = int(size(z_${k}) + lbound(z_${k}, 1), ${bytesOf(k)})`,
        `deallocate (z_${k})`,
      ],
      [
        `allocate (g_${k}(${low}:${low + n - 1}))`,
        `g_${k} = e_${k}(${y})`,
        `g_${k} = g_${k}*3_${bytesOf(k)} - g_${k}(${low + n - 1}:${low}:-1)`,
        `where (g_${k} > 5) g_${k} = g_${k}/2_${bytesOf(k)}`,
        `d_${k}(${x}) = g_${k}`,
        `deallocate (g_${k})`,
      ],
      [
        `g_${k} = e_${k}(${y})`,
        `d_${k}(${x}) = g_${k}`,
        `e_${k}(2) = int(size(g_${k}), ${bytesOf(k)})`,
        `deallocate (g_${k})`,
      ],
    ]);
  }

  /** What intrinsics find in data of the device. */
  private asked(): readonly string[] {
    const { r } = this;
    const k = one(r, ['i4', 'i8'] as const);
    const x = section(r, -3, length2 - 4, 2 + r(30));
    const box = `q_${k}(${section(r, 0, 11, 5)}, ${section(r, 3, 12, 4)})`;
    return one(r, [
      [`total = total + int(sum(d_${k}(${x})))`],
      [`total = ieor(total, int(maxval(d_${k}(${x}))))`],
      [`total = total - int(minval(${box}))`],
      [`total = total + int(sum(${box}))`],
      [`total = total + size(d_${k}) + lbound(q_${k}, 2)*3`],
    ]);
  }

  /** The host works on managed data. */
  private managedLoop(a: Shared): readonly string[] {
    if (!a.storage.startsWith('managed')) return [];
    const k = bytesOf(a.kind);
    const first = `${a.name}(${a.dims.map(([low]) => low).join(', ')})`;
    const work = {
      whole: `${a.name} = ieor(${a.name}, 5_${k})`,
      real: `${a.name} = ${a.name}*0.5_${k}`,
      logical: `${a.name} = .not. ${a.name}`,
    }[familyOf(a.kind)];
    const once = {
      whole: `${first} = ${first}/3_${k}`,
      real: `${first} = aint(${first})`,
      logical: `${first} = .not. ${first}`,
    }[familyOf(a.kind)];
    const settle = familyOf(a.kind) === 'real' ? [`${a.name} = aint(${a.name}*4)/4`] : [];
    return [work, ...settle, once];
  }

  private deviceLoop(kind: Kind): readonly string[] {
    const to = section(this.r, 0, 11, 5).split(':');
    const [from, last, step = '1'] = to;
    return [
      '⟦!$cuf kernel do(2) <<<*, *>>>|! loops⟧',
      'do j = 3, 12, 2',
      `  do i = ${from}, ${last}, ${step}`,
      `    q_${kind}(i, j) = d_${kind}(i + j)`,
      '  end do',
      'end do',
    ];
  }

  /** Allocated anew with other contents, through another array or by itself. */
  private moved(a: Shared): readonly string[] {
    if (!a.storage.includes('alloc')) return a.storage === 'pointer' ? [pointed(a, this.r)] : [];
    return [
      `${hostOf(a)} = ${a.name}`,
      `deallocate (${a.name})`,
      `allocate (${a.name}${dimensions(a)})`,
      `${a.name} = ${hostOf(a)}`,
    ];
  }
}

/** Before the host touches managed data. */
const settled = '⟦k = cudaDeviceSynchronize()|k = 0⟧';

/** Elements of the arrays d_KIND and e_KIND. */
const length2 = 80;

const types = [
  'type part',
  '  integer :: n',
  '  real :: v(3)',
  '  integer(2) :: h(2, 2)',
  '  integer(8) :: l',
  'end type part',
  'type whole',
  '  type(part) :: p(2)',
  '  real(8) :: d(2)',
  '  logical(1) :: b',
  '  integer :: k',
  'end type whole',
];

const moduleScalars = [
  'integer⟦, device|⟧ :: step = 3',
  'integer⟦, managed|⟧ :: count_all = 1',
  'integer :: total = 0',
  'real⟦, constant|⟧ :: scale = 0.5',
];

const deviceProcedures = `  ⟦attributes(device) |⟧integer function weight(a, low)
    integer, intent(in) :: low
    integer(4), intent(in) :: a(low:)
    integer :: i
    weight = 0
    do i = low, ubound(a, 1)
      weight = weight*3 + a(i)
    end do
  end function weight
  ⟦attributes(device) |⟧subroutine turned(p, by)
    type(part), intent(inout) :: p
    integer, intent(in), optional :: by
    p%v = p%v(3:1:-1)
    if (present(by)) p%h(1, :) = p%h(1, :) + int(by, 2)
    p%l = p%l + p%n
  end subroutine turned
  ⟦attributes(device) |⟧type(part) function made(n, x)
    integer, value :: n
    real, value :: x
    made = part(n, [x, 2*x, -x], reshape([1_2, 2_2, 3_2, int(mod(n, 100), 2)], [2, 2]), n*3_8)
  end function made
  ⟦attributes(device) |⟧function several(n, k) result(a)
    integer, intent(in) :: n, k
    integer :: a(k)
    integer :: i
    a = [(n*i, i=1, k)]
  end function several
`;

/** Subroutines of the host that hand on what they get, with other bounds and in parts. */
const forwarding = wholeKinds.flatMap((k) => [
  kernel({
    name: `stepped_${k}`,
    dummies: ['a', 'by'],
    declarations: [`${typeOf[k]} :: a(:)`, 'integer, value :: by'],
    body: [`if (g <= size(a)) a(g) = a(g) + int(by*g, ${bytesOf(k)})`],
  }),
  `  subroutine forward_${k}(a, by)
    ${typeOf[k]}⟦, device|⟧ :: a(0:)
    integer, intent(in) :: by
    call stepped_${k}⟦<<<2, 16>>>(|(32, ⟧a, by)
    call stepped_${k}⟦<<<1, 32>>>(|(32, ⟧a(ubound(a, 1):2:-3), by)
    call stepped_${k}⟦<<<1, 32>>>(|(32, ⟧a(by:), 1)
    a(0) = a(ubound(a, 1))
    call pointed_${k}(a(1::2))
  end subroutine forward_${k}
  subroutine pointed_${k}(a)
    ${typeOf[k]}⟦, device|⟧, target :: a(:)
    ${typeOf[k]}⟦, device|⟧, pointer :: p(:)
    p(3:) => a(size(a):1:-1)
    call stepped_${k}⟦<<<1, 32>>>(|(32, ⟧p(4:), 2)
    p(3) = 5
  end subroutine pointed_${k}
`,
]);

const hostOf = (a: Shared): string => `x${a.name}`;
const dimensions = (a: Shared): string => `(${a.dims.map(([low, high]) => `${low}:${high}`).join(', ')})`;
const sizeOf = (a: Shared): number => a.dims.reduce((n, [low, high]) => n * (high - low + 1), 1);

function sharedArray(r: Random, name: string): Shared {
  const dims = Array.from({ length: 1 + r(2) + (r(4) === 0 ? 1 : 0) }, () => {
    const low = one(r, [1, 1, 0, -2, 5]);
    return [low, low + 1 + r(5)] as const;
  });
  return { name, kind: one(r, allKinds), dims, storage: one(r, storages) };
}

function declared(a: Shared): readonly string[] {
  const type = typeOf[a.kind];
  const open = `(${a.dims.map(() => ':').join(', ')})`;
  switch (a.storage) {
    case 'device':
    case 'managed':
    case 'constant':
      return [`${type}⟦, ${a.storage}|⟧ :: ${a.name}${dimensions(a)}`];
    case 'allocatable':
      return [`${type}⟦, device|⟧, allocatable :: ${a.name}${open}`];
    case 'managed allocatable':
      return [`${type}⟦, managed|⟧, allocatable :: ${a.name}${open}`];
    case 'pointer':
      return [
        `${type}⟦, device|⟧, target :: under_${a.name}(${a.dims.map(([low, high]) => `${2 * (high - low) + 3}`).join(', ')})`,
        `${type}⟦, device|⟧, pointer :: ${a.name}${open}`,
      ];
  }
}

/** Points it at a section of what lies under it. */
function pointed(a: Shared, r: Random): string {
  const sections = a.dims.map(([low, high]) => section(r, 1, 2 * (high - low) + 3, high - low + 1));
  const bounds = a.dims.map(([low]) => `${low}:`).join(', ');
  return `${a.name}(${bounds}) => under_${a.name}(${sections.join(', ')})`;
}

/** `n` elements between `low` and `high`, with some step, to either side. */
function section(r: Random, low: number, high: number, n: number): string {
  const widest = Math.floor((high - low) / Math.max(1, n - 1));
  const step = Math.min(1 + (r(2) ? r(3) : 0), Math.max(1, widest));
  const from = low + r(high - low - step * (n - 1) + 1);
  const to = from + step * (n - 1);
  if (r(3) === 0) return `${to}:${from}:-${step}`;
  return step === 1 ? `${from}:${to}` : `${from}:${to}:${step}`;
}

const fits = (from: Kind, to: Kind): boolean =>
  familyOf(from) === 'whole' ? familyOf(to) === 'whole' || from === 'i1' : familyOf(to) === 'real';

function constantOf(kind: Kind): string {
  return { whole: `7_${bytesOf(kind)}`, real: `2.5_${bytesOf(kind)}`, logical: `.true._${bytesOf(kind)}` }[
    familyOf(kind)
  ];
}

/** A dummy array of a kernel, and what is passed to it: `at` an element within its bounds. */
type Dummy = {
  readonly name: string;
  readonly kind: Kind;
  readonly declared: string;
  readonly actual: string;
  readonly low: number;
  readonly size: number;
  readonly rank: 1 | 2;
};

class Kernel {
  private readonly r: Random;
  private readonly name: string;
  private readonly shared: readonly Shared[];
  private readonly dummies: readonly Dummy[];
  /** The array of which each thread writes an element of its own: the first of the dummies or an array of the module. */
  private readonly written: Shared | undefined;
  private readonly values: TypedValues;
  private readonly n: number;

  constructor(r: Random, name: string, shared: readonly Shared[]) {
    this.r = r;
    this.name = name;
    this.shared = shared;
    this.dummies = Array.from({ length: 1 + r(4) }, (_, i) => dummy(r, `a${i}`)).filter(
      (d, i, all) => all.findIndex((e) => e.actual.slice(0, 4) === d.actual.slice(0, 4)) === i,
    );
    const open = shared.filter((a) => a.storage !== 'constant');
    this.written = r(3) && open.length > 0 ? one(r, open) : undefined;
    this.n = 1 + r(9);
    this.values = new TypedValues(r, (kind) => this.leaf(kind));
  }

  private leaf(kind: Kind): string {
    const { r } = this;
    const reads: string[] = [`v_${kind}`, `v_${kind}`];
    for (const d of this.dummies.slice(1)) if (d.kind === kind) reads.push(element(r, d), element(r, d));
    for (const a of this.shared)
      if (a.kind === kind && a !== this.written) reads.push(this.elementOf(a), this.elementOf(a));
    const more: Partial<Record<Kind, readonly string[]>> = {
      i4: ['n', 'step', 'count_all', 'o%k', 'o%p(2)%n', `c%n`, `o%p(iand(g, 1) + 1)%n`],
      r4: ['scale', 'o%p(1)%v(2)', 'c%v(3)', 'o%p(iand(g, 1) + 1)%v(iand(n, 1) + 2)'],
      r8: ['o%d(2)', 'x'],
      i2: ['o%p(2)%h(2, 1)', 'c%h(iand(g, 1) + 1, 2)', 's'],
      i8: ['c%l', 'o%p(1)%l'],
      b1: ['o%b'],
    };
    return one(r, [...reads, ...(more[kind] ?? [])]);
  }

  private elementOf(a: Shared): string {
    return `${a.name}(${a.dims.map(([low, high]) => `mod(g + ${this.r(9)}, ${high - low + 1}) + ${low}`).join(', ')})`;
  }

  text(): string {
    const { r, dummies, written } = this;
    const [first] = dummies as readonly [Dummy];
    const body = Array.from({ length: 1 + r(4) }, () => this.statement()).flat();
    const spread = (a: Shared): string => {
      let under = 'g - 1';
      const places = a.dims.map(([low, high]) => {
        const place = `mod(${under}, ${high - low + 1}) + ${low}`;
        under = `(${under})/${high - low + 1}`;
        return place;
      });
      return `${a.name}(${places.join(', ')})`;
    };
    return kernel({
      name: this.name,
      dummies: [...dummies.map((d) => d.name), 'n', 'o', 'x', 's'],
      declarations: [
        'integer, value :: n',
        'type(whole), value :: o',
        'real(8), value :: x',
        'integer(2), value :: s',
        ...dummies.map((d) => d.declared),
        ...allKinds.map((k) => `${typeOf[k]} :: v_${k}`),
        'type(part) :: c',
        'integer :: k, own(5), box(3, 2)',
        'real :: row(4)',
      ],
      body: [
        `c = ${one(r, ['o%p(1)', 'o%p(iand(g, 1) + 1)', 'made(g, 0.25*g)'])}`,
        ...allKinds.map((k) => `v_${k} = ${starts[familyOf(k)].replaceAll('#', k[1]!)}`),
        'own = [g, n, 3, g*2, -1]; box = 1; row = [0.5, 0.25*g, 2.0, -1.0]; k = 0',
        ...body,
        'v_i4 = v_i4 + sum(own) + box(1, 2)*3 + box(3, 1)',
        'v_r4 = v_r4 + row(2) - row(4)',
        ...(written
          ? [`if (g <= ${sizeOf(written)}) ${spread(written)} = ${this.values.stored(written.kind, 2)}`]
          : []),
        `if (g <= ${first.size}) ${own(first)} = ${this.values.stored(first.kind, 1)}`,
      ],
    });
  }

  private statement(): readonly string[] {
    const { r, dummies } = this;
    const kind = one(r, allKinds);
    const set = (): string => `v_${kind} = ${this.values.stored(kind, 1 + r(2))}`;
    const ints = dummies.slice(1).find((d) => d.kind === 'i4' && d.rank === 1 && d.declared.includes(':)'));
    return one(r, [
      () => [set()],
      () => [set()],
      () => [`if (${this.values.condition(1)}) ${set()}`],
      () => [`do k = 1, mod(n, 4)`, `  ${set()}`, 'end do'],
      () => [`call turned(c${one(r, ['', ', n', ', by=g'])})`],
      () => ['c%v = c%v*0.5 + o%p(2)%v', 'c%v = aint(mod(c%v, 64.)*4)/4'],
      () => ['c%h(:, 1) = c%h(2:1:-1, 2)'],
      () => [`c%v(${1 + r(3)}) = ${this.values.stored('r4', 1)}`],
      () => this.local(),
      () => this.local(),
      () => (ints ? [`v_i4 = v_i4 + weight(${ints.name}, ${r(5) - 2})`] : [set()]),
      () =>
        ints
          ? [`v_i4 = v_i4 + weight(${ints.name}(${ints.low + 1}:${ints.low + ints.size - 1}:${1 + r(2)}), 1)`]
          : [set()],
      () => {
        const d = one(r, dummies);
        return d.declared.includes('*') ? [set()] : [`v_i4 = v_i4 + size(${d.name})`];
      },
      () => {
        const d = one(r, dummies);
        return d.declared.includes('*')
          ? [set()]
          : [`v_i4 = v_i4*2 + lbound(${d.name}, 1) - ubound(${d.name}, ${d.rank})`];
      },
    ])();
  }

  /** Arrays of the thread's own, and whole arrays of others. */
  private local(): readonly string[] {
    const { r, dummies } = this;
    const d = dummies.slice(1).find((x) => x.rank === 1 && familyOf(x.kind) === 'whole' && !x.declared.includes('*'));
    const first = 1 + r(3);
    const part = d && `${d.name}(${section(r, d.low, d.low + d.size - 1, Math.min(3, d.size))})`;
    return one(r, [
      ['own = several(mod(g, 7), 5)'],
      [`own(${first}:4) = own(${first + 1}:5)`],
      ['own = own(5:1:-1) + 1'],
      ['own = cshift(own, mod(n, 5))'],
      [`own(iand(g, 3) + ${1 + r(2)}) = ${this.values.stored('i4', 1)}`],
      ['box(:, 1) = own(1:5:2)', 'box(2, :) = box(2, 2:1:-1)'],
      ['box = box*2 + reshape([own, n], [3, 2])'],
      ['own(2) = maxval(own) - minval(box)', 'own(3) = count(own > g) + merge(1, 0, any(own == 3))'],
      ['where (own > 3) own = own - 2'],
      ['row = row*0.5 + row(4:1:-1)', 'row = aint(mod(row, 64.0)*4)/4'],
      ['row(1:3) = c%v', 'c%v(2:3) = row(3:4)'],
      ['own(1) = dot_product(own(2:3), own(4:5))', 'own(4) = maxloc(own, 1)'],
      ['own(1:4) = reshape(matmul(reshape(own(1:4), [2, 2]), reshape([1, 2, 0, -1], [2, 2])), [4])'],
      [part ? `v_i8 = v_i8 + sum(int(${part}, 8))` : 'own(1) = g'],
      [part ? `own(1:${Math.min(3, d.size)}) = int(${part}, 4)` : 'own(1) = g'],
      [d ? `v_i8 = v_i8 + maxval(${d.name}) - size(${d.name})` : 'own(2) = g'],
      ['do k = 1, 5', '  if (own(k) < 0) exit', 'end do', 'own(1) = k'],
      ['do concurrent (k = 1:5)', '  own(k) = own(k)*k', 'end do'],
    ]);
  }

  launch(): readonly string[] {
    const { r } = this;
    const shape = one(r, [
      [1, threads],
      [2, 30],
      [3, 20],
      [15, 4],
    ] as const);
    const actuals = [
      ...this.dummies.map((d) => d.actual),
      String(this.n),
      one(r, ['o1', 'o2', 'o1']),
      one(r, ['0.5d0', 'h_r8(3)']),
      one(r, ['3_2', 'h_i2(5)']),
    ];
    return [`call ${this.name}⟦<<<${shape.join(', ')}>>>(|(${threads}, ⟧${actuals.join(', ')})`];
  }
}

const starts = {
  whole: 'int(mod(g*7, 50) - 20, #)',
  real: 'real(mod(g, 16), #)*0.25_#',
  logical: 'logical(btest(g, 1), #)',
};

/** The element of this thread, of those that have one. */
function own(d: Dummy): string {
  if (d.rank === 1) return `${d.name}(g + ${d.low - 1})`;
  return `${d.name}(mod(g - 1, size(${d.name}, 1)) + ${d.low}, (g - 1)/size(${d.name}, 1) + 1)`;
}

function element(r: Random, d: Dummy): string {
  if (d.rank === 1) return `${d.name}(mod(g*${1 + r(3)}, ${d.size}) + ${d.low})`;
  return `${d.name}(mod(g + ${r(5)}, size(${d.name}, 1)) + ${d.low}, mod(g, size(${d.name}, 2)) + 1)`;
}

function dummy(r: Random, name: string): Dummy {
  const kind = one(r, r(2) ? wholeKinds : allKinds);
  const type = typeOf[kind];
  const low = one(r, [1, 1, 0, -4, 3]);
  if (r(3) === 0) {
    const [rows, columns] = [2 + r(5), 2 + r(4)];
    const actual = `q_${kind}(${section(r, 0, 11, rows)}, ${section(r, 3, 12, columns)})`;
    return { name, kind, low, size: rows * columns, rank: 2, actual, declared: `${type} :: ${name}(${low}:, :)` };
  }
  const n = 3 + r(20);
  const column = one(r, [
    `q_${kind}(${r(12)}, ${section(r, 3, 12, Math.min(n, 10))})`,
    `q_${kind}(${section(r, 0, 11, Math.min(n, 10))}, ${3 + r(10)})`,
  ]);
  const [actual, size] = r(3) ? [`d_${kind}(${section(r, -3, length2 - 4, n)})`, n] : [column, Math.min(n, 10)];
  if (r(4) === 0) {
    const whole = one(r, [`${low}:*`, '*', `${low}:${low} + ${length2 - 1}`]);
    const from = whole === '*' ? 1 : low;
    return {
      name,
      kind,
      low: from,
      size: length2,
      rank: 1,
      actual: `d_${kind}`,
      declared: `${type} :: ${name}(${whole})`,
    };
  }
  return { name, kind, low, size, rank: 1, actual, declared: `${type} :: ${name}(${low}:)` };
}
