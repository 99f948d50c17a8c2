/** Random loops that `!$cuf kernel do` or directives of OpenACC or OpenMP turn into kernels: nests with bounds and steps of all signs, empty ones, private scalars, several reductions at once of every kind. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { program } from './host-twins.ts';
import { asWhole, filling, pools, showing } from './twin-arrays.ts';
import { allKinds, bytesOf, familyOf, type Kind, one, TypedValues, typeOf, wholeKinds } from './typed-values.ts';

const boxes = allKinds.map((k) => `${typeOf[k]} :: x_${k}(-2:6, 0:5, 4)`);
const numberKinds = ['i1', 'i2', 'i4', 'i8', 'r4', 'r8'] as const;
/** Lower and upper bounds of the boxes' dimensions. */
const bounds = [
  [-2, 6],
  [0, 5],
  [1, 4],
] as const;

export function kernelLoops(seed: number, nests = 6): string {
  const r = randomSource(seed * 41 + 17);
  return programOf(
    r,
    Array.from({ length: nests }, (_, k) => new Nest(r, `nest${k}`, 'cuf')),
    true,
  );
}

/** Of host data. */
export function directiveLoops(seed: number, nests = 6): string {
  const r = randomSource(seed * 59 + 31);
  const style = one(r, ['acc', 'omp', 'threads'] as const);
  const text = programOf(
    r,
    Array.from({ length: nests }, (_, k) => new Nest(r, `nest${k}`, style)),
    false,
  );
  return `! options: ${{ acc: '-acc', omp: '-mp=gpu', threads: '-mp' }[style]}\n${text}`;
}

type Style = 'cuf' | 'acc' | 'omp' | 'threads';

function programOf(r: Random, nests: readonly Nest[], onDevice: boolean): string {
  const places = allKinds.map(
    (k) => `${typeOf[k]}${onDevice ? `⟦, ${one(r, ['device', 'device', 'managed'])}|⟧` : ''} :: t_${k}(-2:6, 0:5, 4)`,
  );
  return program({
    module: [],
    procedures: [],
    variables: [
      ...(onDevice ? pools : pools.map((l) => l.replaceAll('⟦, device|⟧', ''))),
      ...boxes,
      ...numberKinds.map((k) => `${typeOf[k]} :: cells_${k}(0:3), bins_${k}(0:99)`),
      'integer :: place',
      ...places,
      ...allKinds.map((k) => `${typeOf[k]} :: v_${k}, w_${k}, sum_${k}, product_${k}, least_${k}, most_${k}`),
      ...wholeKinds.map((k) => `${typeOf[k]} :: any_${k}, all_${k}, odd_${k}`),
      ...(['b1', 'b4'] as const).map((k) => `${typeOf[k]} :: any_${k}, all_${k}, odd_${k}, same_${k}`),
      'complex :: sum_c4',
      'complex(8) :: sum_c8',
      'integer :: i1, i2, i3, n1, n2, n3, h1, h2',
      'integer(8) :: i4, i5, i6',
    ],
    statements: nests.flatMap((n) => n.text()),
    internal: [
      ...filling(allKinds.flatMap((k) => [`x_${k} = reshape(h_${k}(3:218), [9, 6, 4])`, `t_${k} = x_${k}`])),
      ...allKinds.flatMap(showing),
      'subroutine show(name)',
      '  character(*), intent(in) :: name',
      ...allKinds.flatMap((k) => [`  x_${k} = t_${k}`, `  call show_${k}(name // ' ${k}', reshape(x_${k}, [216]))`]),
      'end subroutine show',
    ],
  });
}

type Reduction = {
  readonly name: string;
  readonly kind: Kind | 'c4' | 'c8';
  /** As the clause `reduction` of a directive names it. */
  readonly how: string;
  readonly start: string;
  readonly step: () => readonly string[];
};

class Nest {
  private readonly r: Random;
  private readonly name: string;
  private readonly depth: number;
  private readonly index: readonly string[];
  private readonly kinds: readonly Kind[];
  private readonly values: TypedValues;

  private readonly style: Style;

  constructor(r: Random, name: string, style: Style) {
    this.r = r;
    this.name = name;
    this.style = style;
    this.depth = 1 + r(3);
    this.index = r(4) === 0 ? ['i4', 'i5', 'i6'] : ['i1', 'i2', 'i3'];
    this.kinds = one(r, [[one(r, wholeKinds)], ['i4', 'r4'], ['r8', 'i8', 'b4'], allKinds]);
    this.values = new TypedValues(r, (kind) => this.leaf(kind));
  }

  private cell(): string {
    return this.index.join(', ');
  }

  private leaf(kind: Kind): string {
    const { r, index } = this;
    const [i, j, k] = index as readonly [string, string, string];
    const own = [`t_${kind}(${this.cell()})`, `v_${kind}`, `w_${kind}`];
    const place = one(r, [`${i} + 3`, `9*${j} + ${i} + 3`, `54*(${k} - 1) + ${i} + 9*${j} + 3`, `${k} + n1 + 5`, '7']);
    const number = familyOf(kind) === 'whole' && r(3) === 0 ? [`int(${one(r, index)}, ${kind[1]})`] : [];
    if (!this.kinds.includes(kind) && r(2)) return `v_${kind}`;
    return one(r, [...own, ...number, `s_${kind}(${place})`, `s_${kind}(${place})`]);
  }

  text(): readonly string[] {
    const { r } = this;
    const reductions = this.reductions();
    const [inFront, directive, behind, ofLast] = this.directives(reductions);
    const open = [2, 1, 0].flatMap((d) => [...(d === 0 && this.depth < 3 ? ofLast : []), this.loop(d)]);
    const inner = [
      ...allKinds.flatMap((k) => [`v_${k} = s_${k}(${this.index[0]} + 5)`, `w_${k} = t_${k}(${this.cell()})`]),
      ...Array.from({ length: 1 + r(3) }, () => this.statement()).flat(),
      ...reductions.flatMap((x) => this.reduced(x)),
    ];
    return [
      'call fill()',
      `n1 = ${r(4)}; n2 = ${r(5)}; n3 = ${1 + r(4)}; h1 = ${1 + r(2)}; h2 = ${-1 - r(3)}`,
      ...reductions.map((x) => `${x.name} = ${x.start}`),
      ...inFront,
      directive,
      ...open,
      ...inner.map((l) => `  ${l}`),
      'end do',
      'end do',
      'end do',
      ...behind,
      `call show('${this.name}')`,
      ...reductions.map(({ name, kind }) => {
        if (kind === 'c4' || kind === 'c8')
          return `print '(a, i0, 1x, i0)', '${this.name} ${name} ', int(real(${name})*16, 8), int(aimag(${name})*16, 8)`;
        return `print '(a, *(i0, 1x))', '${this.name} ${name} ', ${asWhole(kind, name)}`;
      }),
    ];
  }

  /** Before the loops, right before them, behind them, and before the innermost where that is one more. */
  private directives(
    reductions: readonly Reduction[],
  ): readonly [readonly string[], string, readonly string[], readonly string[]] {
    const { r, depth, style, index } = this;
    const inner = index.slice(0, 3 - depth);
    const scalars = allKinds.flatMap((k) => [`v_${k}`, `w_${k}`]).join(', ');
    const reduced = reductions.map((x) => ` reduction(${x.how}: ${x.name})`).join('');
    const collapse = depth > 1 ? ` collapse(${depth})` : '';
    const all = (array: string): string => allKinds.map((k) => `${array}_${k}`).join(', ');
    const private_ = ` private(${[scalars, 'place', ...inner].join(', ')})`;
    switch (style) {
      case 'cuf':
        return [
          [],
          `⟦!$cuf kernel do${depth > 1 || r(2) ? `(${depth})` : ''} ${this.launch()}|! loops⟧`,
          ['⟦i1 = cudaDeviceSynchronize()|! all done⟧'],
          [],
        ];
      case 'acc': {
        const data = [`!$acc data copy(${all('t')}) copyin(${all('s')})`, '!$acc end data'] as const;
        const [before, behind] = r(3) === 0 ? [[data[0]], [data[1]]] : [[], []];
        const size = one(r, ['', '', ' num_gangs(3)', ' vector_length(32)']);
        if (depth < 3 && r(3) === 0)
          return [
            before,
            `!$acc parallel loop gang${collapse}${size}${reduced}`,
            behind,
            depth === 1 ? [] : [`!$acc loop vector${private_}${reduced}`],
          ];
        return [
          before,
          `!$acc parallel loop${collapse}${one(r, ['', ' gang vector', ' independent'])}${size}${private_}${reduced}`,
          behind,
          [],
        ];
      }
      case 'omp': {
        const maps = r(2) ? ` map(tofrom: ${all('t')}) map(to: ${all('s')})` : '';
        const how = one(r, [
          'target teams distribute parallel do',
          'target teams loop',
          'target teams distribute parallel do simd',
        ]);
        return [[], `!$omp ${how}${collapse}${maps}${private_}${reduced}`, [], []];
      }
      case 'threads':
        return [
          [],
          `!$omp parallel do${collapse}${one(r, ['', ' schedule(dynamic)', ' num_threads(3)'])}${private_}${reduced}`,
          [],
          [],
        ];
    }
  }

  /** Of the outer `depth` loops all bounds are the same in all iterations. */
  private loop(d: number): string {
    const { r, index } = this;
    const [low, high] = bounds[d]!;
    const outer = 3 - this.depth;
    const free = d < outer ? [`max(int(${index[2]}), ${low})`] : [];
    const from = one(r, [`${low}`, `${low}`, `${low + 1}`, d === 0 ? 'n1 - 2' : `${low} + n1/2`]);
    const to = one(r, [`${high}`, `${high}`, `${high - 1}`, `${high} - n2/2`, `${low + 1}`, `n2 - 1`, ...free]);
    const safe = to === 'n2 - 1' ? `min(n2 - 1, ${high})` : to;
    const step = one(r, ['', '', '', ', 2', ', h1', ', -1', ', h2', ', -2']);
    return step.includes('-') || step === ', h2'
      ? `do ${index[d]} = ${safe}, ${from}${step}`
      : `do ${index[d]} = ${from}, ${safe}${step}`;
  }

  private launch(): string {
    const { r, depth } = this;
    const size = (list: readonly string[]): string =>
      depth === 1 ? one(r, list) : `(${Array.from({ length: depth }, () => one(r, list)).join(',')})`;
    return one(r, [
      '<<<*, *>>>',
      '<<<*, *>>>',
      `<<<*, ${one(r, ['32', '64', '128', 'n3*32'])}>>>`,
      `<<<${size(['1', '2', '3', 'n3'])}, ${size(['4', '8', '3'])}>>>`,
      `<<<*, ${size(['4', '8', '3'])}>>>`,
      `<<<${size(['*'])}, ${size(['8', '4', '2'])}>>>`,
    ]);
  }

  private statement(): readonly string[] {
    const { r } = this;
    const set = (): string => {
      const kind = one(r, this.kinds);
      return `${one(r, [`v_${kind}`, `w_${kind}`, `t_${kind}(${this.cell()})`, `t_${kind}(${this.cell()})`])} = ${this.values.stored(kind, 1 + r(2))}`;
    };
    return one(r, [
      () => [set()],
      () => [set()],
      () => [`if (${this.values.condition(1)}) ${set()}`],
      () => [`if (${this.values.condition(1)}) then`, `  ${set()}`, 'else', `  ${set()}`, 'end if'],
    ])();
  }

  private reduced({ step }: Reduction): readonly string[] {
    const { r } = this;
    const list = step();
    if (list.length > 1 || list[0]!.startsWith('if')) return list;
    return r(3) === 0 ? [`if (${this.values.condition(1)}) ${list[0]}`] : list;
  }

  /** Of different variables each. */
  private reductions(): readonly Reduction[] {
    const { r } = this;
    const found = new Map<string, Reduction>();
    const add = (x: Reduction): unknown => found.set(x.name, x);
    for (let n = r(5); n > 0; n--) {
      const kind = one(r, this.kinds);
      const value = (): string => this.values.stored(kind, 1);
      if (familyOf(kind) === 'logical') {
        const [name, start, how] = one(r, [
          ['any', 'false', '.or.'],
          ['all', 'true', '.and.'],
          ['odd', 'false', '.neqv.'],
          ['same', 'true', '.eqv.'],
        ] as const);
        add({
          name: `${name}_${kind}`,
          kind,
          how,
          start: `.${start}.`,
          step: () => [`${name}_${kind} = ${name}_${kind} ${how} ${value()}`],
        });
        continue;
      }
      const [sum, least, most] = [`sum_${kind}`, `least_${kind}`, `most_${kind}`];
      const whole = familyOf(kind) === 'whole';
      const limit = whole ? '100' : '100.';
      one(r, [
        () =>
          add({
            name: sum,
            kind,
            how: '+',
            start: one(r, ['0', '5']),
            step: () => [
              one(r, [`${sum} = ${sum} + ${value()}`, `${sum} = ${value()} + ${sum}`, `${sum} = ${sum} - ${value()}`]),
            ],
          }),
        () => add({ name: sum, kind, how: '+', start: '0', step: () => [`${sum} = ${sum} + ${value()}`] }),
        () =>
          add({ name: least, kind, how: 'min', start: limit, step: () => [`${least} = min(${least}, ${value()})`] }),
        () =>
          add({ name: most, kind, how: 'max', start: `-${limit}`, step: () => [`${most} = max(${value()}, ${most})`] }),
        () =>
          add({
            name: most,
            kind,
            how: 'max',
            start: `-${limit}`,
            step: () => [`if (v_${kind} > ${most}) ${most} = v_${kind}`],
          }),
        () => {
          if (!whole) {
            const c = kind === 'r4' ? 'c4' : 'c8';
            add({
              name: `sum_${c}`,
              kind: c,
              how: '+',
              start: '(1, -2)',
              step: () => [`sum_${c} = sum_${c} + cmplx(${value()}, ${value()}, ${kind[1]})`],
            });
            return;
          }
          const [name, start, how] = one(r, [
            ['any', '0', 'ior'],
            ['all', 'not(0)', 'iand'],
            ['odd', '0', 'ieor'],
          ] as const);
          add({
            name: `${name}_${kind}`,
            kind,
            how,
            start: name === 'all' ? `not(0_${kind[1]})` : start,
            step: () => [`${name}_${kind} = ${how}(${name}_${kind}, ${value()})`],
          });
        },
        () => {
          // Nothing smaller is updated indivisibly.
          if (this.style === 'cuf' || bytesOf(kind) < 4) return;
          const few = r(2) === 0;
          const name = `${few ? 'cells' : 'bins'}_${kind}`;
          const cell = `${name}(place)`;
          const [how, by] = one(r, [
            ['+', () => `${cell} + ${value()}`],
            ['+', () => `${cell} - ${value()}`],
            ['+', () => `${value()} + ${cell}`],
            ['+', () => `${cell} + ${value()} - ${value()}`],
            ['max', () => `max(${cell}, ${value()})`],
            ['min', () => `min(${value()}, ${cell})`],
          ] as const);
          const update = (): string => `${cell} = ${by()}`;
          const place = `place = iand(int(${this.leaf(one(r, wholeKinds))}, 4), ${few ? 3 : 63})`;
          const once = (): readonly string[] => [
            place,
            one(r, [update(), `if (${this.values.condition(1)}) ${update()}`]),
          ];
          const loop = (): readonly string[] => [`do place = ${r(3)}, 3`, `  ${update()}`, 'end do'];
          add({ name, kind, how, start: one(r, ['1', '-3']), step: r(3) ? once : loop });
        },
        () =>
          whole &&
          add({
            name: `product_${kind}`,
            kind,
            how: '*',
            start: '1',
            step: () => [`product_${kind} = product_${kind} * ${value()}`],
          }),
      ])();
    }
    return [...found.values()];
  }
}
