/** Random kernels that work by warps: shuffles of all kinds and widths, votes, matches, in blocks of any shape, behind early returns, where some lanes of a warp go and where all do. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import type { Dims } from './threads.ts';
import { one } from './typed-values.ts';

const blocks: readonly Dims[] = [
  [32, 1, 1],
  [64, 1, 1],
  [45, 1, 1],
  [16, 2, 1],
  [7, 1, 1],
  [8, 5, 1],
  [96, 1, 1],
  [5, 7, 1],
  [33, 1, 1],
  [8, 4, 2],
  [3, 3, 5],
  [16, 6, 1],
];

type Kind = 'i' | 'l' | 'r' | 'd';
const kinds: readonly Kind[] = ['i', 'i', 'l', 'r', 'd'];

export function warps(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 47 + 23);
    const block = blocks[seed % blocks.length]!;
    const threads = block[0] * block[1] * block[2];
    kernels.push({
      name: `kernel${seed}`,
      grid: [2, 1, 1],
      block,
      n: 2 * threads - r(3) * r(20),
      elements: 8 * threads,
    });
    parts.push(new Kernel(r, threads).text(`kernel${seed}`));
  }
  return sourceOf(kernels, parts);
}

class Kernel {
  private readonly r: Random;
  private readonly threads: number;
  private readonly returns: boolean;
  private loops = 0;

  constructor(r: Random, threads: number) {
    this.r = r;
    this.threads = threads;
    this.returns = r(4) === 0;
  }

  text(name: string): string {
    const { r, threads } = this;
    const body = Array.from({ length: 2 + r(6) }, () => this.statement(2)).flat();
    const early = this.returns
      ? [
          one(r, ['if (g > n - 3) return', 'if (mod(t, 11) == 5) return', `if (t >= ${threads - 5}) return`]),
          'live = ballot(.true.)',
        ]
      : [];
    return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(*), ca(*)
    integer(8) :: la(*)
    real :: ra(*)
    real(8) :: da(*)
    integer, shared :: si(0:${threads - 1})
    integer :: t, g, lane, wp, lanes, live, some, k, k1, k2, k3, k4, k5, k6, old, pred
    integer :: i0, i1, i2, i3
    integer(8) :: l0, l1, l3
    real :: r0, r1, r3
    real(8) :: d0, d1, d3
    t = threadIdx%x - 1 + blockDim%x*(threadIdx%y - 1 + blockDim%y*(threadIdx%z - 1))
    g = t + ${threads}*(blockIdx%x - 1) + 1
    lane = iand(t, 31); wp = t/32; lanes = min(32, ${threads} - 32*wp)
    i0 = mod(g*7, 23); i1 = lane; i2 = ia(g); i3 = 0
    l0 = g*12345678901_8; l1 = la(g); l3 = 0; r0 = g*0.25; r1 = ra(g); r3 = 0; d0 = t; d1 = da(g); d3 = 0
    k = 1; some = 0; pred = 0
    live = ballot(.true.)
${[...early, ...body].map((l) => `    ${l}\n`).join('')}    ia(g) = ieor(i0, i1*3) + i2*7
    la(g) = l0 - l1*3
    ra(g) = r0*0.5 + r1
    da(g) = d0 - d1
  end subroutine ${name}
`;
  }

  private value(kind: Kind): string {
    const more = {
      i: ['k', 't', 'lane', 'i2', 'iand(int(l0), 255)'],
      l: ['int(i0, 8)'],
      r: ['real(i1)'],
      d: ['real(r0, 8)', 'd0*0.5d0'],
    };
    return one(this.r, [`${kind}0`, `${kind}1`, `${kind}0 + ${kind}1`, ...more[kind]]);
  }

  private number(): string {
    return one(this.r, ['i0', 'i1', 'i2', 'k', 't', 'lane + k', String(this.r(32))]);
  }

  private condition(): string {
    const { r } = this;
    return one(r, [
      `lane < ${r(32)}`,
      `iand(${this.number()}, ${1 + r(3)}) == 0`,
      `i0 > i1`,
      `r0 < r1`,
      `l1 > ${r(20)}_8`,
      `mod(wp, 2) == 0`,
      `g <= n`,
      `k > ${r(3)}`,
      `iand(i2, 31) > lane`,
    ]);
  }

  /** What the lanes of \`live\` shuffle: a lane that does not take part gives nothing. */
  private shuffle(live: string): readonly string[] {
    const { r } = this;
    const kind = one(r, kinds);
    const w = one(r, [32, 32, 32, 16, 8, 4, 2]);
    const width = w === 32 ? one(r, ['', '', ', 32']) : `, ${w}`;
    const sync = r(3) === 0;
    const call = (how: string, by: string, x: string): string =>
      sync ? `${how}_sync(${live}, ${x}, ${by}${width})` : `${how}(${x}, ${by}${width})`;
    const by = one(r, ['1', '2', '4', String(1 + r(w - 1 || 1)), 'k', `iand(${this.number()}, 7)`, 'iand(i2, 15)']);
    const own = `lane - iand(lane, ${w - 1})`;
    const x = this.value(kind);
    const to = one(r, [`${kind}0`, `${kind}1`]);
    const join = (v: string): string =>
      one(r, [v, `${to} + ${v}`, kind === 'i' || kind === 'l' ? `ieor(${to}, ${v})` : `max(${to}, ${v})`]);
    const [line, source] = one(r, [
      [call('__shfl', `iand(${by}, ${w - 1}) + 1`, x), `${own} + iand(${by}, ${w - 1})`],
      [call('__shfl_up', by, x), `merge(lane, lane - ${by}, iand(lane, ${w - 1}) < ${by})`],
      [call('__shfl_down', by, x), `merge(lane, lane + ${by}, iand(lane, ${w - 1}) + ${by} > ${w - 1})`],
      [call('__shfl_xor', by, x), `merge(lane, ieor(lane, ${by}), ieor(lane, ${by}) > ior(lane, ${w - 1}))`],
    ] as const);
    // What is moved lies where the condition is asked: \`by\` may be a value that the result changes.
    return [`${kind}3 = ${line}`, `if (btest(${live}, ${source})) ${to} = ${join(`${kind}3`)}`];
  }

  private vote(live: string): readonly string[] {
    const { r } = this;
    const to = one(r, ['i0', 'i1', 'i2']);
    const c = this.condition();
    const kind = one(r, kinds);
    const few = {
      i: 'iand(i0, 3)',
      l: 'mod(l1, 3_8)',
      r: 'aint(min(max(r1*0.25, 0.0), 3.0))',
      d: 'merge(d0, 1.0d0, lane < 9)',
    }[kind];
    return one(r, [
      [`${to} = ballot(${c})`],
      [`${to} = __popc(iand(ballot(${c}), ishft(1, lane) - 1))`],
      [`${to} = merge(1, ${to}, anythread(${c}))`],
      [`${to} = merge(2, ${to}, allthreads(${c}))`],
      [`${to} = ${to} + ballot_sync(${live}, ${c})`],
      [`${to} = ${to}*2 + any_sync(${live}, ${c}) - all_sync(${live}, ${c})`],
      [`${to} = match_any_sync(${live}, ${few})`],
      [`${to} = __popc(match_any_sync(${live}, ${few}))`],
      [`${to} = match_all_sync(${live}, ${one(r, [few, '7', 'wp', 'iand(i2, 1)'])}, pred) + pred`],
      [`${to} = __ffs(ballot(${c}))`],
    ]);
  }

  private compute(): readonly string[] {
    const kind = one(this.r, kinds);
    const line = `${kind}${this.r(2)} = ${this.value(kind)} ${one(this.r, ['+', '-', '*'])} ${this.value(kind)}`;
    return [this.r(3) ? line : `if (${this.condition()}) ${line}`];
  }

  private exchange(): readonly string[] {
    if (this.returns) return this.compute();
    const { r } = this;
    return [
      'call syncthreads()',
      `si(t) = ${this.value('i')}`,
      'call syncthreads()',
      `i${r(3)} = si(${one(r, ['lane - lane + 0', 't - iand(t, 3)', `${this.threads - 1} - t`])})`,
    ];
  }

  private inside(depth: number): readonly string[] {
    return Array.from({ length: 1 + this.r(3) }, () => this.statement(depth - 1))
      .flat()
      .map((l) => `  ${l}`);
  }

  private statement(depth: number, live = 'live'): readonly string[] {
    const { r } = this;
    const choices: (() => readonly string[])[] = [
      () => this.shuffle(live),
      () => this.shuffle(live),
      () => this.vote(live),
      () => this.vote(live),
      () => this.compute(),
    ];
    if (live === 'live')
      choices.push(
        () => this.exchange(),
        () => ['call syncwarp(live)'],
      );
    if (depth > 0 && live === 'live')
      choices.push(
        () => this.loop(depth),
        () => this.tree(),
        () => [
          `if (${one(r, ['mod(wp, 2) == 0', 'n > 20', 'blockIdx%x == 2', 'wp > 0'])}) then`,
          ...this.withoutExchange(depth),
          'end if',
        ],
        () => this.some(),
      );
    return one(r, choices)();
  }

  /** Not all threads of the block come here. */
  private withoutExchange(depth: number): readonly string[] {
    return this.inside(depth).filter((l) => !l.includes('syncthreads') && !l.includes('si('));
  }

  /** Some lanes of a warp, and perhaps the others after them. */
  private some(): readonly string[] {
    const part = (): readonly string[] =>
      Array.from({ length: 1 + this.r(2) }, () => this.statement(0, 'some'))
        .flat()
        .map((l) => `  ${l}`);
    const c = this.condition();
    const rest = this.r(2) ? ['else', '  some = ieor(live, some)', ...part()] : [];
    // \`some\` is what its lanes see: set before they part.
    return [`some = ballot(${c})`, `if (${c}) then`, ...part(), ...rest, 'end if'];
  }

  private loop(depth: number): readonly string[] {
    if (this.loops > 5) return this.compute();
    const k = `k${++this.loops}`;
    return [`do ${k} = 1, ${one(this.r, ['2', '3', 'mod(n, 3) + 1'])}`, `  k = ${k}`, ...this.inside(depth), 'end do'];
  }

  private tree(): readonly string[] {
    const { r } = this;
    const kind = one(r, kinds);
    const v = `${kind}0`;
    const how = one(r, ['down', 'xor', 'up']);
    const source = { down: 'lane + k', xor: 'ieor(lane, k)', up: 'lane - k' }[how];
    const inRange = how === 'down' ? 'lane + k < 32' : how === 'up' ? 'lane >= k' : 'k < 32';
    const join = one(r, [`${v} + ${kind}3`, `max(${v}, ${kind}3)`]);
    return [
      `k = ${how === 'up' ? 1 : 16}`,
      `do while (${how === 'up' ? 'k < 32' : 'k > 0'})`,
      `  ${kind}3 = __shfl_${how}(${v}, k)`,
      this.returns || this.threads % 32 ? `  if (${inRange}) then` : `  if (${inRange}) ${v} = ${join}`,
      ...(this.returns || this.threads % 32 ? [`    if (btest(live, ${source})) ${v} = ${join}`, '  end if'] : []),
      `  k = ${how === 'up' ? 'k*2' : 'k/2'}`,
      'end do',
    ];
  }
}
