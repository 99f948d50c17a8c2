/** Random statements in Fortran text: nests of control flow that all threads of a block, of a warp, or some only pass; barriers and warp functions stand where all pass. */
import type { Random } from '../back/random-kernel.ts';
import { type Kind, kinds, type Names, pick, Values } from './source-values.ts';

/** Who comes here alike. */
export type Together = 'block' | 'warp' | 'none';

type Open = { readonly name: string; readonly together: Together; readonly loop: boolean };
export type Place = { readonly together: Together; readonly open: readonly Open[]; readonly depth: number };

export type Shape = {
  readonly threads: number;
  /** Blocks are one-dimensional: threads of a warp can be told by their number. */
  readonly line: boolean;
  /** All warps are full and stay so: shuffles read lanes that exist. */
  readonly full: boolean;
  readonly returns: boolean;
  readonly warps: boolean;
  /** Threads have arrays and records of their own. */
  readonly arrays: boolean;
  /** Threads read neighbours where rows end. */
  readonly edges: boolean;
};

const shared: Readonly<Record<'i' | 'l' | 'r' | 'd', string>> = { i: 'si', l: 'sl', r: 'sr', d: 'sd' };
const cells: Readonly<Record<'i' | 'l' | 'r' | 'd', string>> = { i: 'ia', l: 'la', r: 'ra', d: 'da' };

export class Statements {
  readonly r: Random;
  readonly names: Names;
  readonly shape: Shape;
  readonly values: Values;
  private budget: number;
  private numbers = 0;
  readonly declarations: string[] = [];

  constructor(r: Random, names: Names, shape: Shape, budget: number) {
    this.r = r;
    this.names = names;
    this.shape = shape;
    this.values = new Values(r, names);
    this.budget = budget;
  }

  list(p: Place, count: number): string[] {
    const out: string[] = [];
    for (let k = 0; k < count && this.budget > 0; k++) out.push(...this.statement(p));
    return out;
  }

  private statement(p: Place): readonly string[] {
    this.budget--;
    const k = this.r(33);
    if (this.shape.edges && k < 6 && p.together === 'block')
      return this.shape.line && k < 3 ? this.handedOn() : this.edges();
    if (k >= 30) return p.together === 'block' ? this.walk() : [this.assignment()];
    if (k < 7) return [this.assignment()];
    if (k === 7) return p.together === 'block' ? [`u${this.r(3)} = iand(${this.values.uniform()}, 63)`] : [];
    if (k === 8) return [this.shape.arrays ? this.array() : this.assignment()];
    if (k === 9) return [this.shape.arrays ? this.record() : this.assignment()];
    if (k === 10) return this.r(3) ? [this.assignment()] : [this.atomic()];
    if (k === 11) return [this.shape.arrays ? this.call() : this.assignment()];
    if (k < 15) return p.together === 'block' ? this.exchange() : [this.assignment()];
    if (k === 15) return p.together === 'block' ? this.vote() : [];
    if (k === 16) return p.together !== 'none' && this.shape.warps ? [this.warp()] : [];
    if (p.depth > 4) return [];
    if (k < 21) return this.branch(p);
    if (k < 24) return this.loop(p);
    if (k === 24) return this.whileLoop(p);
    if (k === 25) return this.selection(p);
    if (k < 29) return this.jump(p);
    return this.early(p);
  }

  private inside(p: Place, together: Together, open: readonly Open[] = []): Place {
    return { together, open: [...p.open, ...open], depth: p.depth + 1 };
  }

  /** How those who come to `p` go on in a branch. */
  private part(p: Place): Together {
    if (p.together === 'block') return pick(this.r, ['block', 'none', this.shape.line ? 'warp' : 'none'] as const);
    return p.together === 'warp' ? pick(this.r, ['warp', 'none'] as const) : 'none';
  }

  private condition(p: Place, together: Together): string {
    if (together === 'none') return this.values.condition(false);
    const alike = this.values.condition(true);
    return together === 'warp' && p.together === 'block' ? `iand(wp, ${1 + this.r(2)}) /= 0 .or. ${alike}` : alike;
  }

  private assignment(): string {
    const kind = pick(this.r, kinds);
    if (kind !== 'b' && this.r(3) === 0) return `${cells[kind]}(${this.cell()}) = ${this.values.value(kind)}`;
    return `${kind}${this.r(kind === 'b' ? 2 : 4)} = ${this.values.value(kind)}`;
  }

  private cell(): string {
    return `4 * g + ${1 + this.r(4)}`;
  }

  private array(): string {
    const i = this.values.value('i', 2);
    return pick(this.r, [
      `ai(iand(${i}, 3) + 1) = ${this.values.value('i', 2)}`,
      `ar(iand(${i}, 3) + 1) = ${this.values.value('r', 2)}`,
      `ar = ar * 0.5 + ${this.values.value('r', 1)}`,
      `ai = ai + [1, ${this.values.value('i', 1)}, 2, 3]`,
      `i${this.r(4)} = sum(ai) + maxval(ai)`,
      `r${this.r(4)} = dot_product(ar, ar) + minval(ar)`,
      `if (any(ai > ${this.values.value('i', 1)})) i${this.r(4)} = count(ai > 3)`,
      `ai(2:4) = ai(1:3)`,
      `ai = cshift(ai, 1)`,
    ]);
  }

  private record(): string {
    return pick(this.r, [
      `pa%n = ${this.values.value('i', 2)}`,
      `pb = pa`,
      `pa%v = pb%v + ${this.values.value('r', 1)}`,
      `pb%v(iand(${this.values.value('i', 1)}, 1) + 1) = ${this.values.value('r', 2)}`,
      `pb = pair(${this.values.value('i', 2)}, [${this.values.value('r', 1)}, 2.0])`,
      `call iteration(pa, pb)`,
      `pa = joined(pa, pb)`,
    ]);
  }

  private call(): string {
    return `call step${this.r(2)}(i${this.r(4)}, r${this.r(4)}, ai)`;
  }

  /** On counters of all threads, where the order does not matter; the old value is not used. */
  private atomic(): string {
    const place = `ca(iand(${this.values.value('i', 1)}, 3) + ${1 + 4 * this.r(6)})`;
    const how = ['atomicadd', 'atomicmax', 'atomicmin', 'atomicor', 'atomicxor', 'atomicand'];
    const which = (Number(/(\d+)\)$/.exec(place)?.[1] ?? 1) - 1) >> 2;
    return `iold = ${how[which] ?? 'atomicadd'}(${place}, ${this.values.value('i', 2)})`;
  }

  private exchange(): readonly string[] {
    const kind = pick(this.r, ['i', 'l', 'r', 'd'] as const);
    const name = shared[kind];
    return [
      `${name}(t + 1) = ${this.values.value(kind, 2)}`,
      `call syncthreads()`,
      `${kind}${this.r(4)} = ${name}(mod(t + ${1 + this.r(40)}, ${this.shape.threads}) + 1)`,
      `call syncthreads()`,
    ];
  }

  /** A loop through shared arrays and the thread's own cells, forwards or backwards, with sums that go from iteration to iteration. */
  private walk(): readonly string[] {
    const name = `k${++this.numbers}`;
    const by = `m${this.numbers}`;
    this.declarations.push(`integer :: ${name}, ${by}`);
    const most = Math.min(this.shape.threads, pick(this.r, [4, 11, 12]));
    const iterations = pick(this.r, [
      String(most),
      `min(${most}, iand(${this.values.uniform()}, 15))`,
      `min(${most}, iand(${this.values.value('i', 1)}, 15))`,
    ]);
    const step = pick(this.r, ['1', '1', '2', '3']);
    const bounds = this.r(3) ? `1, ${iterations}, ${step}` : `${iterations}, 1, -${step}`;
    const body = Array.from({ length: 1 + this.r(3) }, () => this.step(name, by, most));
    return [
      `${by} = mod(n, ${Math.floor((this.shape.threads - 1) / most) + 1})`,
      `do ${name} = ${bounds}`,
      ...body,
      'end do',
      `i${this.r(4)} = ${name}`,
      'call syncthreads()',
    ];
  }

  /** What neighbours hold is taken over in place, step by step, and sums of trees whose step is halved. */
  private handedOn(): readonly string[] {
    const name = `h${this.declarations.length}`;
    const kind = pick(this.r, ['i', 'l', 'r', 'd'] as const);
    const [s, x, n] = [shared[kind], 'threadIdx%x', this.shape.threads];
    const type = { i: 'integer', l: 'integer(8)', r: 'real', d: 'real(8)' }[kind];
    this.declarations.push(`integer :: ${name}`, `${type} :: v${name}`);
    const far = 1 + this.r(Math.min(3, n - 1));
    const [guard, other] = pick(this.r, [
      [`${x} + ${far} <= ${n}`, `${x} + ${far}`],
      [`${x} + ${far} <= ${n} - ${name}`, `${x} + ${far}`],
      [`${x} > ${far}`, `${x} - ${far}`],
    ] as const);
    const store = this.r(3) === 0 ? `${x} > 1 .and. ${guard}` : guard;
    const steps = [
      `do ${name} = 1, ${pick(this.r, ['1', '3', 'iand(n, 3)'])}`,
      `v${name} = ${this.values.value(kind, 1)}`,
      `if (${guard}) v${name} = ${s}(${other}) - ${s}(${x})`,
      'call syncthreads()',
      `if (${store}) ${s}(${x}) = v${name}`,
      'call syncthreads()',
      'end do',
    ];
    const tree = [
      `${name} = ${n}`,
      `do while (${name} > ${pick(this.r, ['1', '4', 'iand(n, 7) + 1'])})`,
      `${name} = ${name} / 2`,
      `if (${x} <= ${name}) ${s}(${x}) = ${s}(${x}) + ${s}(${x} + ${name})`,
      'call syncthreads()',
      'end do',
    ];
    const to = this.r(4);
    return [
      ...(this.r(2) ? steps : tree),
      `${kind}${to} = ${kind}${to} + ${s}(1 + ${name} / ${n})`,
      'call syncthreads()',
    ];
  }

  /** Neighbours of a thread in x, as programs write them where the row ends: kept within it, repeated, or on a ring. */
  private edges(): readonly string[] {
    const name = `e${this.declarations.length}`;
    this.declarations.push(`integer :: ${name}, k${name}`);
    const far = this.r(4) === 0 ? this.r(70) : this.r(3);
    const [x, n, to] = ['threadIdx%x', 'blockDim%x', this.r(4)];
    const place = pick(this.r, [
      [`${name} = min(max(${x} + ${far} - ${this.r(5)}, 1), ${n})`],
      [`${name} = mod(${x} + ${n} - 1 + ${far}, ${n}) + 1`],
      [`${name} = modulo(${x} - ${far} - 1, ${n}) + 1`],
      [`${name} = ${x} - 1`, `if (${x} == 1) ${name} = ${pick(this.r, [x, n])}`],
      [`${name} = merge(1, ${x} + 1, ${x} == ${n})`],
      [`${name} = ${x}`, `if (${x} > ${far} .and. ${x} < ${n}) ${name} = ${x} - ${far}`],
      [`if (${x} < ${n}) then`, `  ${name} = ${x} + 1`, 'else', `  ${name} = ${n}`, 'end if'],
    ] as const);
    const use = (at: string): string =>
      pick(this.r, [
        `r${to} = r${to} * 0.5 + sr(${at})`,
        `d${to} = d${to} + sd(${at}) * 0.25d0`,
        `i${to} = ieor(i${to} * 3, si(${at}))`,
        `l${to} = l${to} - sl(${at})`,
      ]);
    const around = `min(max(${x} + k${name}, 1), ${n})`;
    const loop = [
      `do k${name} = ${-this.r(3)}, ${pick(this.r, ['1', '2', 'mod(n, 4)'])}`,
      `  ${use(around)}`,
      'end do',
    ];
    const first = this.r(3) === 0 ? [`if (${this.values.condition(false)}) ${use(name)}`] : [use(name)];
    return [...place, ...first, ...(this.r(2) ? loop : [use(name)]), 'call syncthreads()'];
  }

  /** `k` is 1 to `most`, (k - 1)*by + 1 within the shared arrays. */
  private step(k: string, by: string, most: number): string {
    const place = (): string => pick(this.r, [k, `${most + 1} - ${k}`, `(${k} - 1)*${by} + 1`, 't + 1']);
    const to = this.r(4);
    const own = `4 * g + ${most > 4 ? 1 + this.r(4) : k}`;
    return pick(this.r, [
      `r${to} = r${to} + sr(${place()}) * ra(${own})`,
      `d${to} = d${to} * 0.5d0 + sd(${place()}) - sd(${place()})`,
      `i${to} = ieor(i${to} * 3, si(${place()})) + ${k}`,
      `l${to} = l${to} + sl(${place()}) * ia(${own})`,
      `ia(${own}) = ia(${own}) + si(${place()})`,
      `ra(${own}) = sr(${place()}) * 0.25 + sr(${place()})`,
    ]);
  }

  private vote(): readonly string[] {
    const condition = this.values.condition(false);
    const to = this.r(2) ? `u${this.r(3)}` : `i${this.r(4)}`;
    const how = pick(this.r, ['syncthreads_count', 'syncthreads_and', 'syncthreads_or']);
    return how === 'syncthreads_count'
      ? [`${to} = ${how}(${condition})`]
      : [`${to} = min(abs(${how}(${condition})), 1)`];
  }

  private warp(): string {
    const condition = this.values.condition(false);
    const result = `i${this.r(4)}`;
    const plain = [
      `${result} = ballot(${condition})`,
      `${result} = merge(1, ${result}, anythread(${condition}))`,
      `${result} = merge(2, ${result}, allthreads(${condition}))`,
    ];
    const kind = pick(this.r, ['i', 'r', 'd'] as const);
    const value = this.values.value(kind, 2);
    const shuffles = [
      `${kind}${this.r(4)} = __shfl_xor(${value}, ${1 + this.r(31)})`,
      `${kind}${this.r(4)} = __shfl_down(${value}, ${1 + this.r(9)})`,
      `${kind}${this.r(4)} = __shfl_up(${value}, ${1 + this.r(9)})`,
      `${kind}${this.r(4)} = __shfl(${value}, iand(${this.values.value('i', 1)}, 31) + 1)`,
      `${kind}${this.r(4)} = __shfl_xor(${value}, ${1 + this.r(7)}, 8)`,
    ];
    return pick(this.r, this.shape.full ? [...plain, ...shuffles] : plain);
  }

  private branch(p: Place): readonly string[] {
    const together = this.part(p);
    const inner = this.inside(p, together);
    const out = [`if (${this.condition(p, together)}) then`, ...this.list(inner, 1 + this.r(4))];
    if (this.r(4) === 0) out.push(`else if (${this.condition(p, together)}) then`, ...this.list(inner, 1 + this.r(3)));
    if (this.r(2)) out.push('else', ...this.list(inner, 1 + this.r(3)));
    return [...out, 'end if'];
  }

  /** All repeat together or each for itself. */
  private repeats(p: Place): Together {
    return p.together === 'block' && this.r(2) === 0 ? 'block' : p.together === 'warp' && this.r(2) ? 'warp' : 'none';
  }

  private loop(p: Place): readonly string[] {
    const together = this.repeats(p);
    const name = `loop${++this.numbers}`;
    const variable = `iteration${this.numbers}`;
    this.declarations.push(`integer :: ${variable}`);
    const step = pick(this.r, ['', ', 2', ', -1']);
    const iterations = this.values.iterations(together !== 'none');
    const bounds = step === ', -1' ? `3, 3 - ${iterations}` : `${this.r(3)}, ${iterations}`;
    this.names.read.i.push(variable);
    if (together === 'block') this.names.uniform.push(variable);
    const body = this.list(this.inside(p, together, [{ name, together, loop: true }]), 1 + this.r(4));
    if (together === 'block') this.names.uniform.pop();
    this.names.read.i.splice(this.names.read.i.indexOf(variable), 1);
    return [`${name}: do ${variable} = ${bounds}${step}`, ...body, `end do ${name}`, `i${this.r(4)} = ${variable} + 1`];
  }

  private whileLoop(p: Place): readonly string[] {
    const together = this.repeats(p);
    const name = `loop${++this.numbers}`;
    const variable = `w${this.numbers}`;
    this.declarations.push(`integer :: ${variable}`);
    const body = this.list(this.inside(p, together, [{ name, together, loop: true }]), 1 + this.r(4));
    return [
      `${variable} = ${this.values.iterations(together !== 'none')}`,
      `${name}: do while (${variable} > 0)`,
      `${variable} = ${variable} - 1`,
      ...body,
      `end do ${name}`,
    ];
  }

  private selection(p: Place): readonly string[] {
    const together = this.part(p) === 'block' ? 'block' : 'none';
    const inner = this.inside(p, together);
    const body = (): string[] => this.list(inner, 1 + this.r(3));
    const value = together === 'block' ? this.values.uniform() : this.values.value('i', 2);
    return [
      `select case (iand(${value}, 7))`,
      `case (0, 2)`,
      ...body(),
      `case (3:5)`,
      ...body(),
      `case default`,
      ...body(),
      `end select`,
    ];
  }

  private jump(p: Place): readonly string[] {
    const target = p.open[this.r(Math.max(1, p.open.length))];
    if (!target) return [];
    // Out of a loop that some repeat together, these jump together.
    const left = p.open.slice(p.open.indexOf(target));
    const strictest: Together = left.some((o) => o.together === 'block')
      ? 'block'
      : left.some((o) => o.together === 'warp')
        ? 'warp'
        : 'none';
    if (strictest !== 'none' && p.together !== strictest) return [];
    return [`if (${this.values.condition(strictest !== 'none')}) ${pick(this.r, ['cycle', 'exit'])} ${target.name}`];
  }

  private early(p: Place): readonly string[] {
    if (!this.shape.returns || p.open.some((o) => o.together !== 'none')) return [];
    const alike = p.together === 'block' && this.r(2) === 0;
    return alike
      ? [`if (iand(${this.values.uniform()}, 31) == 13) return`]
      : [`if (iand(${this.values.value('i', 2)}, 7) == 5) return`];
  }
}

export function allCells(kind: Kind): string | undefined {
  return kind === 'b' ? undefined : cells[kind];
}
