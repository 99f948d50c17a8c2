/**
 * Accesses of a kernel to its variables in shared memory, with what stands around each: branches, loops, and how many barriers were passed. Addresses and values are given by places of
 * threads, parameters and the variables of loops. In blocks of a known size they can be gone through, thread by thread. What a loop hands on from iteration to iteration
 * (`here = above; above = a(i, j, k + 1)`) is known where it is an expression of the loop's variable.
 */
import { impossible } from '../../base/impossible.ts';
import { sub } from '../../ir/build.ts';
import { isPlainBarrier } from '../../ir/effects.ts';
import type { BlockSize, Expression, Fn, Statement } from '../../ir/module.ts';
import { negated } from '../../ir/negated.ts';
import { type Operation, operations, type Value } from '../../ir/operations.ts';
import { isPointer } from '../../ir/types.ts';
import { countSets } from '../../ir/uniformity.ts';
import {
  bodiesOf,
  conjuncts,
  eachExpression,
  expressionsOf,
  hasAtMost,
  localsSetIn,
  mapExpression,
  someExpression,
  someStatement,
  withLocal,
} from '../../ir/walk.ts';
import { type Affine, constantOf, isSameValue } from './affine.ts';

export type Load = Extract<Expression, { kind: 'load' }>;
export type Store = Extract<Statement, { kind: 'store' }>;
type Local = Extract<Expression, { kind: 'local' }>;

/** A loop around an access; its variable is called `name` in expressions, since others may use the same local. */
export type Around = {
  readonly name: number;
  readonly variable: Local;
  readonly from: Expression | undefined;
  readonly step: Expression | undefined;
  readonly trips: Expression | undefined;
};
/** Conditions all hold; they are undefined where they are not known. */
type Place = {
  readonly conditions: readonly (Expression | undefined)[];
  /** Around all are those that barriers stand in, the others are a thread's own. */
  readonly shared: readonly Around[];
  readonly loops: readonly Around[];
  /** Barriers passed. */
  readonly passed: number;
};
/** What a branch before it gave a local: one of two values. */
export type Chosen = { readonly condition: Expression; readonly yes: Expression; readonly no: Expression };
/** Its value is undefined where that is not known, or `chosen`. */
export type Write = Place & {
  readonly store: Store;
  readonly to: Expression;
  readonly value: Expression | undefined;
  readonly chosen: Chosen | undefined;
};
export type Read = Place & { readonly load: Load; readonly from: Expression };
/** Those of one variable. */
export type SharedAccesses = { readonly writes: readonly Write[]; readonly reads: readonly Read[] };

/** Longer values are not followed, nor longer conditions, which ask for many things at once. */
const nodesAtMost = { value: 96, condition: 512 };

/** By variables; undefined where barriers stand within branches, or something else happens than loads and stores. A variable is left out where places of accesses are not known. */
export function sharedAccesses(kernel: Fn): ReadonlyMap<string, SharedAccesses> | undefined {
  if (someStatement(kernel.body, (s) => !kinds.has(s.kind) || (s.kind === 'store' && s.volatile === true)))
    return undefined;
  if (someStatement(kernel.body.flatMap(bodiesOf).flat(), (s) => s.kind === 'return')) return undefined;
  if (!waitsTogether(kernel.body)) return undefined;
  const reader = new Reader(kernel);
  reader.list(kernel.body);
  return reader.found();
}

const kinds: ReadonlySet<Statement['kind']> = new Set(['set', 'store', 'for', 'if', 'barrier', 'return']);

/** Whether barriers are a block's, and stand in no branch. */
function waitsTogether(list: readonly Statement[]): boolean {
  return list.every((s) => {
    if (s.kind === 'barrier') return isPlainBarrier(s, 'block');
    return s.kind === 'for' ? waitsTogether(s.body) : !waits(bodiesOf(s).flat());
  });
}

const waits = (list: readonly Statement[]): boolean => someStatement(list, (s) => s.kind === 'barrier');

type Builder = { readonly writes: Write[]; readonly reads: Read[]; named: number; known: boolean };

class Reader {
  private readonly kernel: Fn;
  private readonly sets: Uint32Array;
  private readonly variables = new Map<string, Builder>();
  private values: Map<number, Expression> = new Map();
  /** Of locals that a branch has set, and nobody since. */
  private readonly choices = new Map<number, Chosen>();
  private readonly conditions: (Expression | undefined)[] = [];
  private readonly shared: Around[] = [];
  private readonly loops: Around[] = [];
  private names: number;
  private passed = 0;

  constructor(kernel: Fn) {
    this.kernel = kernel;
    this.sets = countSets(kernel.body, kernel.locals.length);
    this.names = kernel.locals.length;
  }

  found(): ReadonlyMap<string, SharedAccesses> {
    const whole = [...this.variables].filter(([, v]) => v.known && v.named === v.writes.length + v.reads.length);
    return new Map(whole);
  }

  list(list: readonly Statement[]): void {
    for (const s of list) this.statement(s);
  }

  private statement(s: Statement): void {
    for (const e of expressionsOf(s)) this.expression(e);
    switch (s.kind) {
      case 'barrier':
        this.passed++;
        break;
      case 'set':
        this.hold(s.local, this.expanded(s.value));
        break;
      case 'store':
        this.store(s);
        break;
      case 'if':
        this.branch(s);
        break;
      case 'for':
        this.loop(s);
        break;
      default: // else: kinds that nobody finds here, see `kinds`
    }
  }

  private branch(s: Extract<Statement, { kind: 'if' }>): void {
    const condition = this.expanded(s.condition);
    const before = new Map(this.values);
    const ends: Reader['values'][] = [];
    for (const [body, holds] of [
      [s.then, condition ? conjuncts(condition) : [undefined]],
      [s.otherwise, condition ? conjuncts(negated(condition)) : [undefined]],
    ] as const) {
      this.conditions.push(...holds);
      this.list(body);
      this.conditions.length -= holds.length;
      ends.push(this.values);
      this.values = new Map(before);
      for (const l of localsSetIn(body)) this.choices.delete(l);
    }
    const both = bodiesOf(s).flat();
    this.forget(both);
    for (const l of localsSetIn(both)) {
      const [yes, no] = ends.map((values) => values.get(l));
      if (condition && yes && no) this.choices.set(l, { condition, yes, no });
    }
  }

  private loop(s: Extract<Statement, { kind: 'for' }>): void {
    const [from, step, trips] = [this.expanded(s.from), this.expanded(s.step), this.expanded(s.trips)];
    const before = new Map(this.values);
    this.forget(s.body);
    const variable = { kind: 'local', type: s.from.type, index: s.local } as const;
    const name = this.names++;
    this.values.set(s.local, { ...variable, index: name });
    const loop = { name, variable, from, step, trips };
    const around = waits(s.body) ? this.shared : this.loops;
    if (around === this.shared) this.carry(s.body, loop, before);
    around.push(loop);
    this.list(s.body);
    around.pop();
    this.forget([s]);
  }

  /** What locals hold as an iteration begins: what the one before it left there, and the first one finds the same by it. */
  private carry(body: readonly Statement[], { name, variable, from, step }: Around, before: Reader['values']): void {
    if (!from || !step) return;
    const sets = localsSetIn(body);
    for (let found = true; found; ) {
      found = false;
      const begin = this.values;
      this.values = new Map(begin);
      for (const s of body)
        if (s.kind === 'set') this.hold(s.local, this.expanded(s.value));
        else this.forget([s]);
      const end = this.values;
      this.values = begin;
      for (const l of sets) {
        const [left, first] = [end.get(l), before.get(l)];
        if (begin.has(l) || !left || !first) continue;
        const value = withLocal(left, name, sub({ ...variable, index: name }, step));
        if (!isSameValue(withLocal(value, name, from), first)) continue;
        begin.set(l, value);
        found = true;
      }
    }
  }

  private forget(list: readonly Statement[]): void {
    for (const l of localsSetIn(list)) {
      this.values.delete(l);
      this.choices.delete(l);
    }
  }

  private hold(local: number, value: Expression | undefined): void {
    this.choices.delete(local);
    if (value) this.values.set(local, value);
    else this.values.delete(local);
  }

  /** By places, parameters and variables of loops; undefined where there is more to it than these and loads. */
  private expanded(e: Expression): Expression | undefined {
    let known = true;
    const whole = mapExpression(e, (x) => {
      if (x.kind !== 'local') return x;
      const value = this.values.get(x.index);
      if (!value && !(x.index < this.kernel.params && this.sets[x.index] === 0)) known = false;
      return value ?? x;
    });
    const most = e.type === 'bool' ? nodesAtMost.condition : nodesAtMost.value;
    return known && hasAtMost(whole, most) ? whole : undefined;
  }

  private store(s: Store): void {
    const of = this.variableAt(s.to);
    if (!of) return;
    const to = this.expanded(s.to);
    const chosen = s.value.kind === 'local' ? this.choices.get(s.value.index) : undefined;
    if (to) of.writes.push({ ...this.place(), store: s, to, value: this.expanded(s.value), chosen });
    else of.known = false;
  }

  private expression(whole: Expression): void {
    eachExpression(whole, (e) => {
      if (e.kind === 'global' && e.type === 'ptr.shared') this.variable(e.name).named++;
      const of = e.kind === 'load' ? this.variableAt(e.from) : undefined;
      if (!of || e.kind !== 'load') return;
      const from = this.expanded(e.from);
      if (from && !e.volatile) of.reads.push({ ...this.place(), load: e, from });
      else of.known = false;
    });
  }

  private variableAt(address: Expression): Builder | undefined {
    const base = baseOf(address);
    return base.kind === 'global' && base.type === 'ptr.shared' ? this.variable(base.name) : undefined;
  }

  private variable(name: string): Builder {
    const known = this.variables.get(name);
    if (known) return known;
    const v = { writes: [], reads: [], named: 0, known: true };
    this.variables.set(name, v);
    return v;
  }

  private place(): Place {
    const { conditions, shared, loops, passed } = this;
    return { conditions: [...conditions], shared: [...shared], loops: [...loops], passed };
  }
}

/** Whether statements name memory that the threads of a block share. */
export function usesShared(list: readonly Statement[]): boolean {
  return someStatement(list, (s) => expressionsOf(s).some((e) => someExpression(e, (x) => x.type === 'ptr.shared')));
}

/** Whether a block works on memory of its own, between barriers. */
export function holdsTiles({ body }: Fn): boolean {
  return someStatement(body, (s) => s.kind === 'barrier') || usesShared(body);
}

/** What an address is counted from. */
export function baseOf(address: Expression): Expression {
  let e = address;
  while (e.kind === 'op' && (e.op === 'offset' || (e.op === 'cast.space' && isPointer(e.args[0]!.type))))
    e = e.args[0]!;
  return e;
}

// ---- thread by thread -------------------------------------------------------------------------------------------------------

export const threadAxes = ['tid.x', 'tid.y', 'tid.z'] as const;
export type ThreadAxis = (typeof threadAxes)[number];

/** Where a thread stands, and the variables of the loops around, by their names. */
export type Instance = {
  readonly tid: Readonly<Record<ThreadAxis, number>>;
  readonly loops: Map<number, Value>;
};
export type Evaluate = (at: Instance) => Value | undefined;

/** What an expression is for an instance; undefined where more must be known. */
export function evaluator(e: Expression): Evaluate {
  switch (e.kind) {
    case 'const':
      return () => e.value;
    case 'special': {
      const { name } = e;
      return name === 'tid.x' || name === 'tid.y' || name === 'tid.z' ? ({ tid }) => tid[name] : unknown;
    }
    case 'local':
      return ({ loops }) => loops.get(e.index);
    case 'op':
      return operation(e);
    case 'load':
    case 'global':
    case 'slot':
    case 'function':
    case 'dynamic-shared':
      return unknown;
    default:
      return impossible(e);
  }
}

const unknown: Evaluate = () => undefined;

function operation(e: Extract<Expression, { kind: 'op' }>): Evaluate {
  const row: Operation = operations[e.op];
  const types = e.args.map((a) => a.type);
  const fits = row.signatures.find((s) => s.gives === e.type && s.takes.every((t, i) => t === types[i]));
  const meaning: ((...values: never[]) => Value | undefined) | undefined = fits?.meaning;
  if (!meaning || row.expensive) return unknown;
  const args = e.args.map(evaluator);
  const decisive = e.type === 'bool' ? decides.get(e.op) : undefined;
  if (decisive !== undefined) return junction(args, decisive);
  if (args.includes(unknown)) return unknown;
  return (at) => {
    const values: Value[] = [];
    for (const a of args) {
      const value = a(at);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return Reflect.apply(meaning, undefined, values);
  };
}

/** What one side has to be for the other not to matter. */
const decides: ReadonlyMap<string, boolean> = new Map([
  ['and', false],
  ['or', true],
]);

function junction(sides: readonly Evaluate[], decisive: boolean): Evaluate {
  const asked = sides.filter((side) => side !== unknown);
  if (asked.length === 0) return unknown;
  return (at) => {
    const values = asked.map((side) => side(at));
    if (values.includes(decisive)) return decisive;
    return asked.length < sides.length || values.includes(undefined) ? undefined : !decisive;
  };
}

/** What a sum is for an instance; not a number where more must be known. */
export function numberOf(sum: Affine): (at: Instance) => number {
  const terms = [...sum.terms.values()].map(({ atoms, factor }) => ({
    factor: Number(factor),
    atoms: atoms.map((a) => evaluator(a.e)),
  }));
  const constant = constantOf(sum);
  return (at) =>
    terms.reduce((all, t) => all + t.atoms.reduce((n, value) => n * Number(value(at)), t.factor), constant);
}

/**
 * Goes through all threads and iterations that come to an access; `maybe` where a condition is not known. False where that is too much, iterations are not known, or `visit` says so.
 */
export function eachInstance(
  { conditions, loops }: Pick<Place, 'conditions' | 'loops'>,
  [nx, ny, nz]: BlockSize,
  visit: (at: Instance, maybe: boolean) => boolean,
): boolean {
  const all = conditions.map((c) => (c ? evaluator(c) : unknown));
  const asked = all.filter((ask) => ask !== unknown);
  const isOpen = asked.length < all.length;
  const counters = loops.map(({ name, from, step, trips }) => ({
    name,
    from: evaluator(from ?? notKnown),
    step: evaluator(step ?? notKnown),
    trips: evaluator(trips ?? notKnown),
  }));
  let left = instancesAtMost;
  const within = (at: Instance, depth: number): boolean => {
    const loop = counters[depth];
    if (!loop) return --left > 0 && arrive(at);
    const [from, step, trips] = [loop.from(at), loop.step(at), loop.trips(at)];
    if (from === undefined || step === undefined || trips === undefined) return false;
    for (let i = 0; i < Number(trips); i++) {
      const now = Number(from) + i * Number(step);
      at.loops.set(loop.name, typeof from === 'bigint' ? BigInt(now) : now);
      if (!within(at, depth + 1)) return false;
    }
    return true;
  };
  const arrive = (at: Instance): boolean => {
    const values = asked.map((ask) => ask(at));
    return values.includes(false) || visit(at, isOpen || values.includes(undefined));
  };
  for (let z = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++)
        if (!within({ tid: { 'tid.x': x, 'tid.y': y, 'tid.z': z }, loops: new Map() }, 0)) return false;
  return true;
}

const notKnown: Expression = { kind: 'dynamic-shared', type: 'ptr.shared' };
/** Of one access: they are gone through while a kernel is written. */
const instancesAtMost = 1 << 15;
