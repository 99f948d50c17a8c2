/**
 * Gangs as blocks: what stands in a gang's loop is done by all threads of a block alike, its loops for workers and vectors are shared among them. Values in registers are the same in all threads;
 * what goes to memory, or may do anything, the first thread does, with the others waiting before and after it.
 */
import type { Span } from '../../../../base/source.ts';
import { bodiesOf } from '../../bodies-of.ts';
import { layoutOf } from '../../layout.ts';
import type { BinaryOp, Expr, ReductionInfo, Stmt, Type, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { blockVariables } from '../cuda/block-variables.ts';
import { reductionIn } from '../cuda/reduction-forms.ts';
import { unsetReads } from '../cuda/unset-reads.ts';
import { pathOf } from '../expressions/designator-paths.ts';
import { int4, variableExpr } from '../expressions/make.ts';
import { convert } from '../fold/fold.ts';
import { mapStatements } from '../statements/map-statements.ts';
import { integer4, integerOf, logical4 } from '../types.ts';
import { eachVariable, events, someInside } from '../walk-program.ts';
import {
  type Do,
  gangLoop,
  hasShared,
  innermost,
  isFixed,
  isLaneLoop,
  isSharedLoop,
  onlyLoop,
} from './shared-loops.ts';

/** The statements of such a kernel; undefined where they cannot be had so. */
export function gangBody(body: readonly Stmt[], gangSums: readonly ReductionInfo[]): readonly Stmt[] | undefined {
  if (!body.some((s) => hasLanes(s, false))) return undefined;
  const sums = new Map(gangSums.flatMap((r) => (r.variable.kind === 'variable' ? [[r.variable.variable, r]] : [])));
  if (sums.size < gangSums.length) return undefined;
  const plan = new Plan(sums);
  const made = plan.list(body, false);
  if (plan.unfit) return undefined;
  for (const v of plan.sharedArrays) v.attributes = { ...v.attributes, placement: 'shared' };
  return withoutDoubles(made);
}

/** Threads of a block for these loops: few where no loop has many iterations. */
export function lanesFor(body: readonly Stmt[]): number {
  let most = 0;
  const see = (s: Stmt): void => {
    if (s.kind === 'do' && isLaneLoop(s)) most = Math.max(most, tripsOf(innermost(s)) ?? 128);
    for (const b of bodiesOf(s)) b.forEach(see);
  };
  body.forEach(see);
  return most <= 32 ? 32 : most <= 64 ? 64 : 128;
}

function tripsOf(s: Do): number | undefined {
  const [from, to] = [integerOf(s.from), integerOf(s.to)];
  return from === undefined || to === undefined ? undefined : Number(to - from) + 1;
}

/** Is there, in a gang's statements, a loop for its lanes? */
function hasLanes(s: Stmt, inGang: boolean): boolean {
  if (s.kind === 'do' && isLaneLoop(s)) return inGang || gangLoop(s) === undefined;
  const inside = inGang || gangLoop(s) !== undefined;
  return bodiesOf(s).some((b) => b.some((x) => hasLanes(x, inside)));
}

class Plan {
  unfit = false;
  /** Arrays of the gang's own that its lanes share. */
  readonly sharedArrays = new Set<Variable>();
  readonly #gangSums: ReadonlyMap<Variable, ReductionInfo>;
  /** Scalars that lanes have set for themselves since the gang did. */
  readonly #differing = new Set<Variable>();

  constructor(gangSums: ReadonlyMap<Variable, ReductionInfo>) {
    this.#gangSums = gangSums;
  }

  list(body: readonly Stmt[], inGang: boolean): Stmt[] {
    const made: Stmt[] = [];
    let first: Stmt[] = [];
    const flush = (): void => {
      if (first.length > 0) made.push(...this.#byFirst(first));
      first = [];
    };
    for (const s of body) {
      const one = this.#statement(s, inGang);
      if (one === 'first') first.push(s);
      else {
        flush();
        made.push(...one);
      }
    }
    flush();
    return made;
  }

  /** `first`: the first thread does it. */
  #statement(s: Stmt, inGang: boolean): readonly Stmt[] | 'first' {
    if (s.kind === 'continue') return [];
    const shared = isSharedLoop(s) ? s : undefined;
    if (shared) return this.#sharedLoop(shared, inGang);
    const splits = hasShared(s) || leaves(s);
    if (!splits) return this.#whole(s);
    switch (s.kind) {
      case 'cycle':
      case 'exit':
        return [s];
      case 'if':
        for (const a of s.arms) this.#reads(a.condition);
        return [
          {
            ...s,
            arms: s.arms.map((a) => ({ ...a, body: this.list(a.body, inGang) })),
            otherwise: this.list(s.otherwise, inGang),
          },
        ];
      case 'do':
        for (const e of [s.from, s.to, s.step]) if (e) this.#reads(e);
        return [{ ...s, body: this.#turning(s, inGang) }];
      case 'do-while':
        return [{ ...s, body: this.#turning(s, inGang, s.condition) }];
      case 'block':
        // Each thread that takes iterations has its own copy of what is summed up.
        if (s.name.startsWith('#sums')) this.unfit = true;
        this.#own(s.variables);
        return [{ ...s, body: this.list(s.body, inGang) }];
      default:
        this.unfit = true;
        return [s];
    }
  }

  /** What an iteration leaves behind is there in the next one. */
  #turning(s: Stmt & { readonly kind: 'do' | 'do-while' }, inGang: boolean, condition?: Expr): Stmt[] {
    const once = (): Stmt[] => {
      if (s.kind === 'do') this.#differing.delete(s.index);
      if (condition) this.#reads(condition);
      return this.list(s.body, inGang);
    };
    once();
    return once();
  }

  #own(variables: readonly Variable[]): void {
    for (const v of variables) {
      if (!v.shape) continue;
      if (isSmall(v)) this.sharedArrays.add(v);
      else this.unfit = true;
    }
  }

  /** A statement without shared loops in it. */
  #whole(s: Stmt): readonly Stmt[] | 'first' {
    if (s.kind === 'block') this.#own(s.variables.filter((v) => v.shape));
    const sum = s.kind === 'assign' && s.to.kind === 'variable' ? this.#gangSums.get(s.to.variable) : undefined;
    if (sum && s.kind === 'assign') return this.#gangSum(s, sum);
    this.#mentions([s]);
    this.#unset([s]);
    const inRegisters = this.#inRegisters(s);
    if (s.kind === 'do') this.#differing.delete(s.index);
    if (s.kind === 'assign' && s.to.kind === 'variable') this.#differing.delete(s.to.variable);
    return inRegisters ? [s] : 'first';
  }

  /** A sum of all gangs is touched by its updates alone. */
  #mentions(list: readonly Stmt[]): void {
    const see = (e: Expr): void =>
      eachVariable(e, (v) => {
        if (this.#gangSums.has(v)) this.unfit = true;
      });
    for (const e of events(list)) {
      if (e.kind === 'read') see(e.value);
      if (e.kind === 'write') see(e.to);
    }
  }

  #unset(list: readonly Stmt[], own: ReadonlySet<Variable> = new Set()): void {
    for (const v of unsetReads(list).reads.keys()) if (this.#differing.has(v) && !own.has(v)) this.unfit = true;
  }

  /** `sum = sum + x`: once for the gang. */
  #gangSum(s: Stmt & { readonly kind: 'assign' }, sum: ReductionInfo): readonly Stmt[] {
    const path = pathOf(s.to);
    if (!path || reductionIn(path, s.value) !== sum.operator) this.unfit = true;
    eachVariable(s.value, (v) => {
      if (v !== path?.root && (this.#differing.has(v) || this.#gangSums.has(v))) this.unfit = true;
    });
    return [ifFirst([s], s.span)];
  }

  #reads(e: Expr): void {
    eachVariable(e, (v) => {
      if (this.#differing.has(v) || this.#gangSums.has(v)) this.unfit = true;
    });
  }

  /** Does it set nothing but scalars of the gang's own, and call nothing that acts? */
  #inRegisters(s: Stmt): boolean {
    if (!simple.has(s.kind)) return false;
    for (const e of events([s])) {
      if (e.kind === 'read' && acts(e.value)) return false;
      if (e.kind === 'write' && !this.#isRegister(e.to)) return false;
    }
    return bodiesOf(s).every((b) => b.every((x) => this.#inRegisters(x)));
  }

  #isRegister(to: Expr): boolean {
    const v = pathOf(to)?.root;
    return v !== undefined && !v.shape && v.attributes.placement === 'host';
  }

  /** The first thread does it; scalars that it sets go to all. */
  #byFirst(list: readonly Stmt[]): readonly Stmt[] {
    const span = list[0]!.span;
    const set = new Set<Variable>();
    for (const s of list) {
      for (const e of events([s])) {
        if (e.kind === 'index') set.add(e.variable);
        const v = e.kind === 'write' ? pathOf(e.to)?.root : undefined;
        if (v && e.kind === 'write' && this.#isRegister(e.to)) {
          set.add(v);
          if (v.type.base === 'derived') this.unfit = true;
        }
      }
      this.#refuse(s);
    }
    const own = new Set(blockVariables(list));
    const shares = [...set].filter((v) => !own.has(v) && isNumber(v.type));
    return [
      sync(span),
      ifFirst(list, span),
      sync(span),
      ...shares.map((v): Stmt => lanes({ how: 'share', variable: v }, span)),
    ];
  }

  /** What one thread cannot do for the others. */
  #refuse(s: Stmt): void {
    if (s.kind === 'return' || s.kind === 'goto' || s.kind === 'computed-goto' || s.kind === 'team') this.unfit = true;
    // What is handed to a procedure by reference may come back changed.
    if (s.kind === 'call')
      for (const a of s.args)
        if (a && a.kind === 'variable' && this.#isRegister(a) && signatureMaySet(s, a)) this.unfit = true;
    for (const b of bodiesOf(s)) for (const x of b) this.#refuse(x);
  }

  // ---- loops ----------------------------------------------------------------------------------------------------

  #sharedLoop(s: Do, inGang: boolean): readonly Stmt[] {
    const gang = inGang ? undefined : gangLoop(s);
    for (const e of headsOf(s)) this.#reads(e);
    if (gang) return [this.#gangLoop(s)];
    if (isLaneLoop(s)) return this.#laneLoop(s);
    return [{ ...s, body: this.list(s.body, inGang) }];
  }

  #gangLoop(s: Do): Stmt {
    const alone = isLaneLoop(s);
    if (alone) {
      // Nothing is left for lanes: all threads of all blocks take iterations.
      const first = add(times(place('blockidx'), size('blockdim')), minusOne(size('threadidx')));
      this.#lanesSet(innermost(s).body, s.shared?.reductions ?? [], s);
      return collapsed(s, first, times(size('griddim'), size('blockdim')));
    }
    const flat = collapsed(s, place('blockidx'), size('griddim'));
    return flat.kind === 'do' ? { ...flat, body: this.#turning(flat, true) } : flat;
  }

  #laneLoop(s: Do): readonly Stmt[] {
    const { span } = s;
    const own = (s.shared?.reductions ?? []).filter((r) => !this.#isGangSum(r));
    const sums: { variable: Variable; operator: ReductionInfo['operator'] }[] = [];
    for (const { variable, operator } of own) {
      if (variable.kind === 'variable' && this.#isRegister(variable))
        sums.push({ variable: variable.variable, operator });
      else this.unfit = true;
    }
    this.#lanesSet(innermost(s).body, s.shared?.reductions ?? [], s);
    return [
      sync(span),
      ...sums.map((x) => lanes({ how: 'start', ...x }, span)),
      collapsed(s, minusOne(size('threadidx')), size('blockdim')),
      sync(span),
      ...sums.map((x) => lanes({ how: 'reduce', ...x }, span)),
    ];
  }

  #isGangSum(r: ReductionInfo): boolean {
    return r.variable.kind === 'variable' && this.#gangSums.get(r.variable.variable)?.operator === r.operator;
  }

  /** What the lanes of a loop set for themselves. */
  #lanesSet(body: readonly Stmt[], reductions: readonly ReductionInfo[], s: Do): void {
    const own = new Set(blockVariables(body));
    for (const l of nestOf(s)) own.add(l.index);
    for (const r of reductions) if (r.variable.kind === 'variable') own.add(r.variable.variable);
    this.#unset(body, own);
    for (const e of events(body)) {
      if (e.kind === 'index' && !own.has(e.variable)) this.#differing.add(e.variable);
      const v = e.kind === 'write' ? pathOf(e.to)?.root : undefined;
      if (v && !v.shape && v.attributes.placement === 'host' && !own.has(v) && !this.#gangSums.has(v))
        this.#differing.add(v);
    }
    if (body.some(hasJump)) this.unfit = true;
  }
}

const simple: ReadonlySet<Stmt['kind']> = new Set<Stmt['kind']>([
  'assign',
  'if',
  'do',
  'do-while',
  'select-case',
  'block',
  'continue',
  'cycle',
  'exit',
]);

/** A branch to what stands around it. */
function leaves(s: Stmt, inside: ReadonlySet<string> = new Set()): boolean {
  if (s.kind === 'cycle' || s.kind === 'exit') return !inside.has(s.name);
  const named = 'name' in s && typeof s.name === 'string' ? new Set([...inside, s.name]) : inside;
  return bodiesOf(s).some((b) => b.some((x) => leaves(x, named)));
}

function hasJump(s: Stmt): boolean {
  if (s.kind === 'return' || s.kind === 'goto' || s.kind === 'computed-goto') return true;
  return bodiesOf(s).some((b) => b.some(hasJump));
}

/** A function that is not pure. */
function acts(e: Expr): boolean {
  return (e.kind === 'call' && !signatureOf(e.callee).pure) || someInside(e, acts);
}

function signatureMaySet(s: Stmt & { readonly kind: 'call' }, a: Expr): boolean {
  const dummy = signatureOf(s.callee).dummies[s.args.indexOf(a)];
  return dummy === undefined || dummy === 'alternate-return' || dummy.attributes.intent !== 'in';
}

function isNumber(type: Type): boolean {
  return type.base === 'integer' || type.base === 'real' || type.base === 'complex' || type.base === 'logical';
}

const mostShared = 16384;

/** An array of constant size that fits into a block's shared memory. */
function isSmall(v: Variable): boolean {
  if (v.shape?.kind !== 'explicit') return false;
  let count = 1n;
  for (const { lower, upper } of v.shape.bounds) {
    const [from, to] = [integerOf(lower), integerOf(upper)];
    if (from === undefined || to === undefined) return false;
    count *= to - from + 1n;
  }
  const size = layoutOf(v.type)?.size;
  return size !== undefined && Number(count) * size <= mostShared;
}

// ---- statements -------------------------------------------------------------------------------------------------

type Lanes = Extract<Stmt, { kind: 'lanes' }>;
type WithoutPlace<T> = T extends unknown ? Omit<T, 'kind' | 'span' | 'label'> : never;

function lanes(what: WithoutPlace<Lanes>, span: Span): Stmt {
  return { kind: 'lanes', ...what, span, label: undefined };
}

function sync(span: Span): Stmt {
  return lanes({ how: 'sync' }, span);
}

function ifFirst(body: readonly Stmt[], span: Span): Stmt {
  const condition = binary('eq', builtin('threadidx', span), int4(1, span), logical4);
  return { kind: 'if', arms: [{ condition, body }], otherwise: [], span, label: undefined };
}

/** One meeting is enough. */
function withoutDoubles(list: readonly Stmt[]): readonly Stmt[] {
  const inside = mapStatements(list, (s) => {
    if (s.kind === 'if')
      return { ...s, arms: s.arms.map((a) => ({ ...a, body: once(a.body) })), otherwise: once(s.otherwise) };
    return s.kind === 'do' || s.kind === 'do-while' || s.kind === 'block' ? { ...s, body: once(s.body) } : s;
  });
  return once(inside);
}

function once(list: readonly Stmt[]): readonly Stmt[] {
  return list.filter((s, i) => !(isSync(s) && isSync(list[i - 1])));
}

function isSync(s: Stmt | undefined): boolean {
  return s?.kind === 'lanes' && s.how === 'sync';
}

// ---- iterations -------------------------------------------------------------------------------------------------

type At = (span: Span) => Expr;

function builtin(name: 'threadidx' | 'blockidx' | 'blockdim' | 'griddim', span: Span): Expr {
  return { kind: 'builtin', name, axis: 'x', type: integer4, rank: 0, span };
}
const size =
  (name: 'threadidx' | 'blockdim' | 'griddim'): At =>
  (span) =>
    builtin(name, span);
const place =
  (name: 'blockidx'): At =>
  (span) =>
    minusOne(() => builtin(name, span))(span);

function minusOne(e: At): At {
  return (span) => binary('subtract', e(span), int4(1, span), integer4);
}

function add(a: At, b: At): At {
  return (span) => binary('add', a(span), b(span), integer4);
}

function times(a: At, b: At): At {
  return (span) => binary('multiply', a(span), b(span), integer4);
}

function binary(operator: BinaryOp, left: Expr, right: Expr, type: Type): Expr {
  return { kind: 'binary', operator, left, right, type, rank: 0, span: left.span };
}

function headsOf(s: Do): Expr[] {
  return nestOf(s).flatMap((l) => [l.from, l.to, l.step].flatMap((e) => e ?? []));
}

/** The loop with every `count`-th iteration, from `first`; loops that are one with it are gone over by one number. */
function collapsed(s: Do, first: At, count: At): Stmt {
  const { shared: _, ...loop } = s;
  const { span } = s;
  const type = s.index.type;
  const nest = nestOf(s);
  const isRectangle = nest.every((l, k) => isFixed(l, nest.slice(0, k)));
  if (nest.length === 1 || !isRectangle) {
    const step = s.step ?? convert(int4(1, span), type);
    const offset = binary('multiply', convert(first(span), type), step, type);
    return {
      ...loop,
      from: binary('add', convert(s.from, type), offset, type),
      step: binary('multiply', step, convert(count(span), type), type),
    };
  }
  return flattened(nest, first, count);
}

/** The loops that are one by `collapse`, outermost first. */
function nestOf(s: Do): [Do, ...Do[]] {
  const nest: [Do, ...Do[]] = [s];
  for (let at: Do | undefined = s; at && at !== innermost(s); ) {
    at = onlyLoop(at.body);
    if (at) nest.push(at);
  }
  return nest;
}

function flattened(nest: readonly [Do, ...Do[]], first: At, count: At): Stmt {
  const [s] = nest;
  const { span } = s;
  const trips = nest.map((l) => tripCount(l, span));
  const type = trips[0]!.type;
  const number: Variable = { ...s.index, name: '#iteration', type };
  let left: Expr = variableExpr(number, 0, span);
  const sets: Stmt[] = [];
  for (let k = nest.length - 1; k >= 0; k--) {
    const l = nest[k]!;
    const whole = binary('divide', left, trips[k]!, type);
    const own = k === 0 ? left : binary('subtract', left, binary('multiply', whole, trips[k]!, type), type);
    const step = l.step ?? convert(int4(1, span), l.index.type);
    const value = binary(
      'add',
      l.from,
      binary('multiply', convert(own, l.index.type), step, l.index.type),
      l.index.type,
    );
    const to = variableExpr(l.index, 0, span);
    sets.push({ kind: 'assign', to, value, transfer: false, span, label: undefined });
    left = whole;
  }
  const all = trips.reduce((a, b) => binary('multiply', a, b, type));
  const names = new Set(nest.map((l) => l.name));
  const body = mapStatements(innermost(s).body, (x) =>
    x.kind === 'cycle' && names.has(x.name) ? { ...x, name: s.name } : x,
  );
  const { shared: _, ...loop } = s;
  const one = convert(int4(1, span), type);
  return {
    ...loop,
    index: number,
    from: convert(first(span), type),
    to: binary('subtract', all, one, type),
    step: convert(count(span), type),
    body: [...sets, ...body],
  };
}

/** `(to - from + step) / step`; where that is below 0 the product may be wrong, so that it is not let be. */
export function tripCount(l: Do, span: Span): Expr {
  const { type } = l.index;
  const step = l.step ?? convert(int4(1, span), type);
  const last = binary('add', binary('subtract', convert(l.to, type), convert(l.from, type), type), step, type);
  const trips = binary('divide', last, step, type);
  const zero = convert(int4(0, span), type);
  return { kind: 'intrinsic', name: 'max', args: [trips, zero], type, rank: 0, span };
}
