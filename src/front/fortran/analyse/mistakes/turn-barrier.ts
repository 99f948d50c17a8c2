/** Loops of kernels in which the next turn sets shared memory that other threads still read in this one. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as barrierErrors from '../../errors/barriers.ts';
import type { Expr, Procedure, Stmt, Variable } from '../../program.ts';
import { integerOf } from '../types.ts';
import { events, ownEvents } from '../walk-program.ts';
import { dependsOnThread, difference, type Linear, linear, mentionsThread, sameLinear } from './linear.ts';
import { bare, rootOf, setOnce, within } from './walk.ts';

type Values = ReadonlyMap<Variable, Expr>;
type Guard = 'none' | 'uniform' | 'thread';
type Step =
  | { readonly kind: 'meet' }
  | {
      readonly kind: 'set' | 'read';
      readonly variable: Variable;
      readonly places: readonly Linear[];
      readonly at: Expr;
      readonly guard: Guard;
    };
type Access = Extract<Step, { kind: 'set' | 'read' }>;
type Loop = Extract<Stmt, { kind: 'do' | 'do-while' }>;

export function checkTurnBarrier(report: (d: Diagnostic) => void, p: Procedure): void {
  const body = p.body?.statements ?? [];
  const values = setOnce(body);
  const told = new Set<Variable>();
  const tell = (v: Variable, d: Diagnostic) => {
    if (!told.has(v)) report(d);
    told.add(v);
  };
  look(tell, body, values);
}

function look(tell: (v: Variable, d: Diagnostic) => void, list: readonly Stmt[], values: Values): void {
  for (const s of list) {
    if (s.kind === 'do' || s.kind === 'do-while') checkLoop(tell, s, values);
    for (const b of bodiesOf(s)) look(tell, b, values);
  }
}

function checkLoop(tell: (v: Variable, d: Diagnostic) => void, loop: Loop, values: Values): void {
  const steps = stepsOf(loop.body, values, 'none');
  const first = steps.findIndex((s) => s.kind === 'meet');
  const inner = indicesIn(loop.body);
  if (first < 0) {
    checkHalving(tell, loop, steps.filter(isAccess));
    return;
  }
  const last = steps.findLastIndex((s) => s.kind === 'meet');
  const changed = changedIn(loop, inner);
  const steady = (s: Step): s is Access => isAccess(s) && !s.places.some((p) => mentions(p, changed));
  const head = steps.slice(0, first).filter(steady);
  const tail = steps.slice(last + 1).filter(steady);
  for (const set of head)
    for (const read of tail)
      if (set.kind === 'set' && read.kind === 'read' && clash(set, read, inner))
        tell(set.variable, barrierErrors.setAgain(set.at, read.at, loop.span));
  for (const set of tail)
    for (const read of head)
      if (set.kind === 'set' && read.kind === 'read' && clash(set, read, inner))
        tell(set.variable, barrierErrors.missingBarrier(read.at, set.at));
}

const isAccess = (s: Step): s is Access => s.kind !== 'meet';

// ---- what a turn does -------------------------------------------------------------------------------------------

function stepsOf(list: readonly Stmt[], values: Values, guard: Guard): Step[] {
  return list.flatMap((s) => stepOf(s, values, guard));
}

function stepOf(s: Stmt, values: Values, guard: Guard): Step[] {
  if (s.kind === 'library-call' || s.kind === 'call' || s.kind === 'goto') return [{ kind: 'meet' }];
  const own = ownEvents(s).flatMap((e): Step[] => {
    if (e.kind === 'read') return readsIn(e.value, values, guard);
    return e.kind === 'write' ? [...subscriptsOf(e.to, values, guard), ...access('set', e.to, values, guard)] : [];
  });
  const inside = guard === 'thread' || s.kind !== 'if' ? guard : guardOf(s, values);
  return [...own, ...bodiesOf(s).flatMap((b) => stepsOf(b, values, inside))];
}

function guardOf(s: Extract<Stmt, { kind: 'if' }>, values: Values): Guard {
  return s.arms.some((a) => dependsOnThread(a.condition, values)) ? 'thread' : 'uniform';
}

function readsIn(e: Expr, values: Values, guard: Guard): Step[] {
  return within(e).flatMap((x): Step[] => {
    // It may hold a barrier.
    if (x.kind === 'call' || x.kind === 'library-call') return [{ kind: 'meet' }];
    return x.kind === 'element' || (x.kind === 'variable' && !x.variable.shape) ? access('read', x, values, guard) : [];
  });
}

function subscriptsOf(to: Expr, values: Values, guard: Guard): Step[] {
  if (to.kind !== 'element') return [];
  return to.subscripts.flatMap((s) => (s.kind === 'index' ? readsIn(s.value, values, guard) : []));
}

function access(kind: 'set' | 'read', e: Expr, values: Values, guard: Guard): Step[] {
  const variable = rootOf(e);
  if (variable?.attributes.placement !== 'shared' || variable.attributes.volatile) return [];
  if (e.kind !== 'variable' && (e.kind !== 'element' || e.base.kind !== 'variable')) return [];
  const subscripts = e.kind === 'element' ? e.subscripts : [];
  const places = subscripts.flatMap((s) =>
    s.kind === 'index' ? (linear(s.value, values, 0, (v) => v.type.base === 'integer') ?? []) : [],
  );
  return places.length === subscripts.length ? [{ kind, variable, places, at: e, guard }] : [];
}

/** What is another place in each turn: by the loop's own index, or by variables that its body sets. */
function changedIn(loop: Loop, inner: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set(loop.kind === 'do' ? [loop.index.name] : []);
  for (const e of events(loop.body)) {
    const v = e.kind === 'write' && e.to.kind === 'variable' ? e.to.variable : undefined;
    if (v && !inner.has(v.name)) names.add(v.name);
  }
  return names;
}

function mentions(a: Linear, names: ReadonlySet<string>): boolean {
  return [...a.terms.keys()].some((k) => k.split('*').some((n) => names.has(n)));
}

function indicesIn(list: readonly Stmt[]): ReadonlySet<string> {
  return new Set(
    list.flatMap((s) => [...(s.kind === 'do' ? [s.index.name] : []), ...bodiesOf(s).flatMap((b) => [...indicesIn(b)])]),
  );
}

// ---- do they meet -----------------------------------------------------------------------------------------------

/** Is there a place that one thread sets and another one reads? Only what is certain for neighbours in a block. */
function clash(set: Access, read: Access, inner: ReadonlySet<string>): boolean {
  if (set.variable !== read.variable || set.places.length !== read.places.length) return false;
  const pairs = set.places.map((w, i) => [w, read.places[i]!] as const);
  if (!set.places.some(mentionsThread))
    return set.guard === 'thread' && read.guard === 'none' && pairs.every(([w, r]) => sameLinear(w, r));
  return (
    pairs.every(([w, r]) => sameLinear(w, r) || meetsOther(w, r, inner)) &&
    pairs.some(([w, r]) => meetsOther(w, r, inner))
  );
}

/** A warp has so many threads: a block has at least as many in a row, mostly. */
const near = 32n;

function meetsOther(set: Linear, read: Linear, inner: ReadonlySet<string>): boolean {
  if (!isThread(set)) return false;
  if (mentionsThread(read)) {
    const { terms, plus } = difference(read, set);
    return terms.size === 0 && plus !== 0n && plus <= near && plus >= -near;
  }
  const names = [...read.terms];
  if (names.length === 0) return read.plus >= 1n && read.plus <= near;
  return names.length === 1 && names.every(([k, n]) => n === 1n && inner.has(k));
}

/** `threadIdx%x`, with something constant at most. */
function isThread(a: Linear): boolean {
  return a.terms.size === 1 && [...a.terms].every(([k, n]) => n === 1n && /^threadidx%[xyz]$/.test(k));
}

// ---- steps that halve or double ---------------------------------------------------------------------------------

/** Sums and scans in shared memory, whose turns each reach to where another thread wrote in the turn before. */
function checkHalving(tell: (v: Variable, d: Diagnostic) => void, loop: Loop, steps: readonly Access[]): void {
  const scaled = scaledIn(loop.body);
  if (scaled.size === 0) return;
  for (const set of steps)
    for (const read of steps) {
      if (set.kind !== 'set' || read.kind !== 'read' || set.variable !== read.variable) continue;
      const [w, r] = [set.places[0], read.places[0]];
      if (!w || !r || set.places.length !== 1 || read.places.length !== 1 || !mentionsThread(w) || !mentionsThread(r))
        continue;
      const { terms, plus } = difference(r, w);
      const reaches = terms.size === 1 && plus === 0n && [...terms].every(([k, n]) => n * n === 1n && scaled.has(k));
      if (reaches) tell(set.variable, barrierErrors.missingBarrier(read.at, set.at));
    }
}

/** `k = k / 2`, `k = k * 2`, `k = ishft(k, -1)`. */
function scaledIn(list: readonly Stmt[]): ReadonlySet<string> {
  return new Set(
    list.flatMap((s) => {
      if (s.kind !== 'assign' || s.to.kind !== 'variable') return [];
      const v = s.to.variable;
      const value = bare(s.value);
      const parts = value.kind === 'binary' ? [value.left, value.right] : [];
      if (value.kind === 'intrinsic') parts.push(...value.args.flatMap((a) => a ?? []));
      const halves =
        value.kind === 'intrinsic'
          ? /^(?:ishft|shift[lra])$/.test(value.name)
          : value.kind === 'binary' && (value.operator === 'divide' || value.operator === 'multiply');
      const own = parts.some((x) => rootOf(bare(x)) === v);
      const other = parts.some((x) => integerOf(bare(x)) !== undefined);
      return halves && own && other ? [v.name] : [];
    }),
  );
}
