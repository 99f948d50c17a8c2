/**
 * Predictive commoning: a cell that one iteration of a loop loads or stores, and the next ones load again, goes from iteration to iteration in a register. A stencil along the loop loads each
 * cell once, and a recurrence does not wait for memory.
 */
import { integer, local, op } from '../../ir/build.ts';
import { effectsOf, writesOf } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { isPointer, loadedType, sizeOf } from '../../ir/types.ts';
import { setsIn } from '../../ir/uniformity.ts';
import { keyOf } from '../../ir/value-key.ts';
import {
  changeBodies,
  changeParts,
  changeStatement,
  eachExpression,
  eachStatement,
  expressionsOf,
  labelsIn,
  localsSetIn,
  replaceEach,
  someExpression,
  someStatement,
  withLocal,
  withLocals,
} from '../../ir/walk.ts';
import {
  type Affine,
  AffineForms,
  difference,
  divided,
  growthOf,
  isConstant,
  isZero,
  ratioOf,
  zeroForm,
} from '../analysis/affine.ts';
import { type Aliases, aliasesOf, type Root } from '../analysis/alias.ts';
import type { CarriedCost } from '../cost.ts';
import { isRest } from './unroll.ts';

type Body = readonly Statement[];
type For = Extract<Statement, { kind: 'for' }>;
type Load = Extract<Expression, { kind: 'load' }>;
type Store = Extract<Statement, { kind: 'store' }>;

/** An access that each iteration makes. `at`: the number of its statement in the body. `from`: its address, by what is known before the body. */
type Access = {
  readonly node: Load | Store;
  readonly at: number;
  readonly from: Expression;
  readonly form: Affine;
  readonly growth: Affine;
};
/** An access to what the first of its chain comes to so many iterations later. */
type Link = Access & { readonly ahead: number };
/** Cells that follow each other from iteration to iteration. */
type Chain = { readonly first: Access; readonly links: Link[] };
/** What one access brings, `same` find at the same time, and others 1, 2, … iterations later. */
type Run = { readonly lead: Link; readonly same: readonly Link[]; readonly takers: readonly (readonly Link[])[] };

/** `wanted`: in which loops. */
export function commonPredictively(fn: Fn, cost: CarriedCost, wanted: (s: For) => boolean = all): Fn {
  if (!someStatement(fn.body, (s) => s.kind === 'for' && wanted(s))) return fn;
  const commoning = new Commoning(fn, cost, wanted);
  const body = commoning.list(fn.body);
  return body === fn.body ? fn : { ...fn, body, locals: commoning.locals };
}

const all = (): boolean => true;

class Commoning {
  readonly locals: Local[];
  private readonly wanted: (s: For) => boolean;
  private readonly aliases: Aliases;
  private readonly cost: CarriedCost;
  /** Locals that are set once, to extents. */
  private readonly extents = new Set<number>();

  constructor(fn: Fn, cost: CarriedCost, wanted: (s: For) => boolean) {
    this.locals = [...fn.locals];
    this.wanted = wanted;
    const sets = setsIn(fn);
    eachStatement(fn.body, (s) => {
      if (s.kind === 'set' && sets[s.local] === 1 && s.local >= fn.params && this.isExtent(s.value))
        this.extents.add(s.local);
    });
    this.aliases = aliasesOf(fn);
    this.cost = cost;
  }

  readonly list = (list: Body): Body =>
    replaceEach(list, (s) => {
      const inner = changeBodies(s, this.list);
      return inner.kind === 'for' ? this.loop(inner) : inner;
    });

  private loop(s: For): Statement | Body {
    if (!this.wanted(s) || !isOpen(s)) return s;
    const accesses = accessesIn(s);
    const runs: Run[] = [];
    let registers = 0;
    for (const chain of chainsOf(accesses))
      for (const run of this.runsOf(chain, accesses, s)) {
        const own = run.takers.length * Math.ceil(sizeOf(run.lead.node.memory) / 4);
        if (registers + own > this.cost.registers || (run.lead.node.kind === 'load' && !this.cost.loads)) continue;
        registers += own;
        runs.push(run);
      }
    return runs.length === 0 ? s : this.written(s, runs);
  }

  private runsOf({ first, links }: Chain, accesses: readonly Access[], s: For): readonly Run[] {
    if (links.every((l) => l.ahead === links[0]!.ahead)) return [];
    const loads = links.filter((l) => l.node.kind === 'load');
    const root = this.aliases.rootOf(addressOf(first.node));
    if (this.aliases.isFixed(root)) return runOf(loads);
    const writes = this.writesTo(root, s)?.map((w) => accesses.find((a) => a.node === w));
    if (!writes) return [];
    const stores = links.filter((l) => l.node.kind === 'store');
    const others = writes.filter((w) => !stores.some((l) => l.node === w?.node));
    if (stores.length > 1 || !others.every((w) => w && neverMeet(w, first))) return [];
    const [store] = stores;
    if (!store) return writes.length === 0 || this.surelyGrows(first.growth) ? runOf(loads) : [];
    if (!this.surelyGrows(first.growth)) return [];
    // What lies ahead of the store is what was there before; behind it is what was stored.
    const older = loads.filter((l) => l.ahead > store.ahead || (l.ahead === store.ahead && l.at <= store.at));
    const newer = loads.filter((l) => l.ahead < store.ahead);
    if (older.length + newer.length < loads.length) return [];
    return [...runOf(older), ...(isWhole(store.node) ? runOf([store, ...newer]) : [])];
  }

  /** The statements of the loop that may write there; undefined where others may. */
  private writesTo(root: Root, s: For): readonly Statement[] | undefined {
    const found: Statement[] = [];
    let known = true;
    eachStatement(s.body, (x) => {
      const { ordered, syncs, waits, outside } = effectsOf(x);
      if (x.kind === 'call' || ordered || syncs !== undefined || waits || outside) known = false;
      for (const w of writesOf(x))
        if (!w.from || this.aliases.mayMeet(this.aliases.rootOf(w.from), root)) found.push(x);
    });
    return known ? found : undefined;
  }

  /** By a constant, or by extents of arrays: none of those that has elements is 0. */
  private surelyGrows(growth: Affine): boolean {
    const [only] = growth.terms.values();
    if (!only) return true;
    return growth.constant === 0n && growth.terms.size === 1 && only.atoms.every((a) => this.isExtent(a.e));
  }

  private isExtent(e: Expression): boolean {
    if (e.kind === 'op' && e.op === 'max') return e.args.some((a) => a.kind === 'const' && Number(a.value) === 0);
    return e.kind === 'local' && this.extents.has(e.index);
  }

  private written(s: For, runs: readonly Run[]): Body {
    const before: Statement[] = [];
    const setup = new Map<number, Statement[]>();
    const values = new Map<number, Map<Load | Store, number>>();
    const rotation: Statement[] = [];
    const note = ({ node, at }: Link, index: number): void => {
      values.set(at, (values.get(at) ?? new Map<Load | Store, number>()).set(node, index));
    };
    for (const { lead, same, takers } of runs) {
      const { memory } = lead.node;
      const type = loadedType(memory);
      const carried = (): number => this.locals.push({ name: 'carried', type }) - 1;
      let ahead = carried();
      note(lead, ahead);
      for (const l of same) note(l, ahead);
      if (lead.node.kind === 'load')
        setup.set(lead.at, [...(setup.get(lead.at) ?? []), { kind: 'set', local: ahead, value: lead.node }]);
      const moves: Statement[] = [];
      for (const links of takers) {
        const mine = carried();
        for (const l of links) note(l, mine);
        moves.unshift({ kind: 'set', local: mine, value: local(ahead, type) });
        before.push({ kind: 'set', local: mine, value: inFirstIteration(links[0]!, s) });
        ahead = mine;
      }
      rotation.push(...moves);
    }
    const body = s.body.flatMap((x, at): Body => {
      const known = values.get(at);
      return known ? [...(setup.get(at) ?? []), ...replaced(x, known)] : [x];
    });
    const { count, trips } = this.tripsOf(s);
    const some = op('gt', [trips, integer(trips.type, 0)]);
    const first: Body =
      trips.kind === 'const' ? before : [{ kind: 'if', condition: some, then: before, otherwise: [] }];
    return [...count, ...first, { ...s, trips, body: [...body, ...rotation] }];
  }

  /** How often the loop runs, as something that can be asked twice. */
  private tripsOf({ trips }: For): { readonly count: Body; readonly trips: Expression } {
    if (trips.kind === 'const' || trips.kind === 'local') return { count: [], trips };
    const index = this.locals.push({ name: 'trips', type: trips.type }) - 1;
    return { count: [{ kind: 'set', local: index, value: trips }], trips: local(index, trips.type) };
  }
}

/** Whether all statements of the body run in each iteration, and what the loop counts is known. */
function isOpen({ label, step, from, trips, body }: For): boolean {
  if (step.kind !== 'const' || isRest(label) || (trips.kind === 'const' && Number(trips.value) < 2)) return false;
  if (someExpression(from, (e) => e.kind === 'load')) return false;
  const inside = labelsIn(body);
  return !someStatement(
    body,
    (x) =>
      x.kind === 'return' ||
      x.kind === 'trap' ||
      ((x.kind === 'break' || x.kind === 'continue') && !inside.has(x.label)),
  );
}

/** Expressions of more nodes are not followed. */
const nodesAtMost = 80;
const accessesAtMost = 64;

/** Loads and stores of the body's own statements whose addresses grow evenly. */
function accessesIn(s: For): readonly Access[] {
  const written = localsSetIn([s]);
  const values = new Map<number, Expression>();
  const forms = new AffineForms({ bits: 64, keyOf });
  const step = s.step.kind === 'const' ? BigInt(s.step.value) : 0n;
  const found: Access[] = [];
  const isKnown = (e: Expression): boolean =>
    !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'local' && x.index !== s.local && written.has(x.index)));
  const add = (node: Load | Store, at: number): void => {
    if (node.volatile || node.cache || isPointer(node.memory) || found.length >= accessesAtMost) return;
    const from = withLocals(addressOf(node), values);
    if (!isKnown(from) || nodesIn(from) > nodesAtMost) return;
    const form = forms.of(op('offset', [from, integer('i64', node.offset)]));
    const each = growthOf(form, s.local);
    const isEven = [...form.terms.values()].every((t) =>
      t.atoms.every(
        ({ e }) => e.kind === 'local' || !someExpression(e, (x) => x.kind === 'local' && x.index === s.local),
      ),
    );
    if (!each || isZero(each) || !isEven) return;
    found.push({ node, at, from, form, growth: forms.sum(zeroForm, each, step) });
  };
  for (const [at, x] of s.body.entries()) {
    for (const whole of expressionsOf(x)) eachExpression(whole, (e) => void (e.kind === 'load' && add(e, at)));
    if (x.kind === 'store') add(x, at);
    for (const l of localsSetIn([x])) values.delete(l);
    const value = x.kind === 'set' ? withLocals(x.value, values) : undefined;
    if (x.kind === 'set' && value && isKnown(value) && nodesIn(value) <= nodesAtMost) values.set(x.local, value);
  }
  return found;
}

function nodesIn(e: Expression): number {
  let n = 0;
  eachExpression(e, () => n++);
  return n;
}

function chainsOf(accesses: readonly Access[]): readonly Chain[] {
  const chains: Chain[] = [];
  for (const access of accesses) {
    const known = chains.find((c) => c.first.node.memory === access.node.memory && aheadOf(access, c) !== undefined);
    if (known) known.links.push({ ...access, ahead: aheadOf(access, known)! });
    else chains.push({ first: access, links: [{ ...access, ahead: 0 }] });
  }
  return chains.filter((c) => c.links.length > 1);
}

function aheadOf({ form, growth }: Access, { first }: Chain): number | undefined {
  if (!isZero(difference(growth, first.growth))) return undefined;
  const ratio = ratioOf(difference(form, first.form), growth);
  return ratio === undefined ? undefined : Number(ratio);
}

/** Whether two that grow alike come to different cells, in whatever iterations. */
function neverMeet(a: Access, b: Access): boolean {
  if (!isZero(difference(a.growth, b.growth))) return false;
  const apart = difference(a.form, b.form);
  if (isConstant(a.growth) && isConstant(apart)) {
    const each = a.growth.constant < 0n ? -a.growth.constant : a.growth.constant;
    const rest = ((apart.constant % each) + each) % each;
    return rest >= sizeOf(b.node.memory) && each - rest >= sizeOf(a.node.memory);
  }
  // A part of what they grow by: iterations of an unrolled loop.
  return [2, 4, 8].some((n) => {
    const part = divided(a.growth, BigInt(n));
    const ratio = part && ratioOf(apart, part);
    if (!part || ratio === undefined || Number(ratio) % n === 0) return false;
    return [...part.terms.values()].every((t) => Math.abs(Number(t.factor)) >= 8);
  });
}

/** From the access that is furthest ahead to the last that follows it without a gap. */
function runOf(links: readonly Link[]): readonly Run[] {
  const most = links.reduce((n, l) => Math.max(n, l.ahead), Number.NEGATIVE_INFINITY);
  const [lead, ...same] = links.filter((l) => l.ahead === most);
  const takers: (readonly Link[])[] = [];
  for (let n = most - 1; ; n--) {
    const here = links.filter((l) => l.ahead === n);
    if (here.length === 0) break;
    takers.push(here);
  }
  return lead && takers.length > 0 ? [{ lead, same, takers }] : [];
}

/** Whether a load finds what the store was given. */
function isWhole(node: Load | Store): boolean {
  return node.kind === 'store' && sizeOf(node.memory) >= 4 && loadedType(node.memory) === node.value.type;
}

function addressOf(node: Load | Store): Expression {
  return node.kind === 'load' ? node.from : node.to;
}

/** What a load finds there. */
function inFirstIteration({ node, from }: Link, s: For): Expression {
  const { memory, offset } = node;
  return { kind: 'load', type: loadedType(memory), memory, offset, from: withLocal(from, s.local, s.from) };
}

/** The statement with registers for some of its loads, and one for what it stores. */
function replaced(s: Statement, known: ReadonlyMap<Load | Store, number>): Body {
  const change = (e: Expression): Expression => {
    const index = e.kind === 'load' ? known.get(e) : undefined;
    return index === undefined ? changeParts(e, change) : local(index, e.type);
  };
  const made = changeStatement(s, { expression: change, body: (b) => b });
  const held = s.kind === 'store' ? known.get(s) : undefined;
  if (made.kind !== 'store' || held === undefined) return [made];
  const set: Statement = { kind: 'set', local: held, value: made.value, ...(made.at && { at: made.at }) };
  return [set, { ...made, value: local(held, made.value.type) }];
}
