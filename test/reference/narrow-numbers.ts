/** Random kernels over numbers of one to eight bytes, mixed: a program for the device, and the same with loops in place of launches. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { kernel, program } from './host-twins.ts';
import { filling, length, pools, showing } from './twin-arrays.ts';
import { allKinds, type Kind, one, TypedValues, typeOf, wholeKinds } from './typed-values.ts';

const shapes = [
  [2, 64],
  [3, 37],
  [1, 128],
  [5, 8],
] as const;

/** `kernels`: how many it has. */
export function narrowNumbers(seed: number, kernels = 8): string {
  const r = randomSource(seed * 37 + 5);
  const parts = Array.from({ length: kernels }, (_, i) => new Kernel(r, `kernel${i}`));
  return program({
    module: [],
    procedures: parts.map((k) => k.text()),
    variables: [...pools, ...allKinds.map((k) => `${typeOf[k]}⟦, device|⟧ :: d_${k}(${length})`)],
    statements: parts.flatMap((k) => k.launch()),
    internal: [...fill, ...show],
  });
}

const fill = filling([...allKinds.map((k) => `h_${k} = cshift(h_${k}, 5)`), ...allKinds.map((k) => `d_${k} = h_${k}`)]);

const show = [
  'subroutine show(name)',
  '  character(*), intent(in) :: name',
  ...allKinds.flatMap((k) => [`  h_${k} = d_${k}`, `  call show_${k}(name // ' ${k}', h_${k})`]),
  'end subroutine show',
  ...allKinds.flatMap(showing),
];

class Kernel {
  private readonly r: Random;
  private readonly name: string;
  private readonly shape: readonly [number, number];
  /** What the kernel works with: most kernels have few kinds. */
  private readonly kinds: readonly Kind[];
  private readonly values: TypedValues;
  private loops = 0;

  constructor(r: Random, name: string) {
    this.r = r;
    this.name = name;
    this.shape = one(r, shapes);
    this.kinds = one(r, [[one(r, wholeKinds)], ['i1', 'i2'], ['i1', 'i2', 'i4'], ['i1', 'b1', 'i4'], allKinds]);
    this.values = new TypedValues(r, (kind) => this.leaf(kind));
  }

  private leaf(kind: Kind): string {
    const { r } = this;
    const own = [`a_${kind}(g)`, `v_${kind}`, `w_${kind}`];
    const apart = one(r, ['g + 1', 'g + 3', '2*g', 'mod(g*5, n) + 1', 'n + 2 - g', '7', 'k + 1', 'g + k']);
    const shared = [`in_${kind}(${apart})`, `in_${kind}(g)`];
    if (!this.kinds.includes(kind) && r(2)) return `v_${kind}`;
    return one(r, [...own, ...shared]);
  }

  private kind(): Kind {
    return one(this.r, this.kinds);
  }

  text(): string {
    const { r } = this;
    const body = Array.from({ length: 2 + r(5) }, () => this.statement(2)).flat();
    const kinds = allKinds;
    return kernel({
      name: this.name,
      dummies: [...kinds.flatMap((k) => [`a_${k}`, `in_${k}`]), 'n'],
      declarations: [
        'integer, value :: n',
        ...kinds.map((k) => `${typeOf[k]} :: a_${k}(*)`),
        ...kinds.map((k) => `${typeOf[k]}, intent(in) :: in_${k}(*)`),
        ...kinds.map((k) => `${typeOf[k]} :: v_${k}, w_${k}`),
        'integer :: k, k1, k2, k3, k4, k5, k6, k7, k8',
      ],
      body: [
        'k = 0',
        ...kinds.map((k) => `v_${k} = in_${k}(g)`),
        ...kinds.map((k) => `w_${k} = in_${k}(g + 2)`),
        ...body,
        ...kinds.map((k) => `a_${k}(g) = ${k[0] === 'b' ? `v_${k} .neqv. w_${k}` : `v_${k} - w_${k}`}`),
      ],
    });
  }

  launch(): readonly string[] {
    const [blocks, threads] = this.shape;
    const all = allKinds.flatMap((k) => [`d_${k}`, `s_${k}`]);
    return [
      'call fill()',
      `call ${this.name}⟦<<<${blocks}, ${threads}>>>(|(${blocks * threads}, ⟧${all.join(', ')}, ${blocks * threads} - ${this.r(2)})`,
      `call show('${this.name}')`,
    ];
  }

  private variable(): { readonly kind: Kind; readonly name: string } {
    const kind = this.kind();
    return { kind, name: one(this.r, [`v_${kind}`, `w_${kind}`, `a_${kind}(g)`]) };
  }

  private set(): string {
    const { kind, name } = this.variable();
    return `${name} = ${this.values.stored(kind, 1 + this.r(3))}`;
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
      () => [`if (${this.values.condition(1)}) ${this.set()}`],
    ];
    if (depth > 0)
      choices.push(
        () => [`if (${this.values.condition(1)}) then`, ...inner(), 'end if'],
        () => [`if (${this.values.condition(1)}) then`, ...inner(), 'else', ...inner(), 'end if'],
        () => this.loop(inner),
        () => this.loop(inner),
        () => [
          `select case (${this.values.value(one(r, wholeKinds), 1)})`,
          'case (:-1)',
          ...inner(),
          'case (1, 3, 7:20)',
          ...inner(),
          one(r, ['case default', 'case (21:)']),
          ...inner(),
          'end select',
        ],
      );
    return one(r, choices)();
  }

  private loop(inner: () => readonly string[]): readonly string[] {
    if (this.loops > 6) return [this.set()];
    const k = `k${++this.loops}`;
    const bound = one(this.r, ['3', '8', `iand(int(in_i1(g), 4), 7)`, 'mod(n, 5)', `iand(int(w_i8), 3)`]);
    const out = this.r(3) === 0 ? [`  if (${this.values.condition(1)}) ${one(this.r, ['exit', 'cycle'])}`] : [];
    return [`do ${k} = 1, ${bound}`, `  k = ${k}`, ...inner(), ...out, ...(this.r(2) ? inner() : []), 'end do'];
  }
}
