/** Shared memory that one thread sets and another reads, with no barrier between. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as barrierErrors from '../../errors/barriers.ts';
import type { Expr, Procedure, Stmt, Variable } from '../../program.ts';
import { events } from '../walk-program.ts';
import { dependsOnThread, type Linear, linear, mentionsThread, sameLinear } from './linear.ts';
import { setOnce, within } from './walk.ts';

type Written = { readonly at: Expr; readonly places: readonly Linear[] };
type Pending = Map<Variable, Written[]>;

/** Straight lines of statements only: what a loop brings around is not looked at. */
export function checkMissingBarrier(report: (d: Diagnostic) => void, p: Procedure): void {
  const body = p.body?.statements ?? [];
  const values = setOnce(body);
  follow(report, body, values, new Map(), new Set());
}

function follow(
  report: (d: Diagnostic) => void,
  list: readonly Stmt[],
  values: ReadonlyMap<Variable, Expr>,
  pending: Pending,
  told: Set<Variable>,
): void {
  for (const s of list) {
    if (meets(s)) {
      pending.clear();
      continue;
    }
    const bodies = bodiesOf(s);
    if (bodies.length > 0) {
      if (runsForAll(s)) for (const b of bodies) follow(report, b, values, new Map(), told);
      pending.clear();
      addGuarded(s, values, pending);
      continue;
    }
    if (pending.size > 0)
      for (const e of events([s])) if (e.kind === 'read') checkReads(report, e.value, values, pending, told);
    if (s.kind !== 'assign') continue;
    const written = writtenOf(s.to, values);
    if (written) pending.set(written.variable, [...(pending.get(written.variable) ?? []), written.written]);
  }
}

/** A condition may let so few threads in that they stay apart. */
function runsForAll(s: Stmt): boolean {
  return s.kind === 'do' || s.kind === 'block' || s.kind === 'associate';
}

/** A barrier, a call that may hold one, or a branch away. */
function meets(s: Stmt): boolean {
  return meetings.has(s.kind);
}

const meetings: ReadonlySet<Stmt['kind']> = new Set(['library-call', 'call', 'goto', 'computed-goto', 'return']);

/** `if (threadIdx%x == 1) s = …`: what one thread sets, all others may read. */
function addGuarded(s: Stmt, values: ReadonlyMap<Variable, Expr>, pending: Pending): void {
  if (s.kind !== 'if' || s.arms.length !== 1 || s.otherwise.length > 0) return;
  const [arm] = s.arms;
  if (!arm || !dependsOnThread(arm.condition, values) || !onlyThread(arm.condition)) return;
  for (const inner of arm.body) {
    if (inner.kind !== 'assign') continue;
    const written = writtenOf(inner.to, values);
    if (written && !written.written.places.some(mentionsThread))
      pending.set(written.variable, [{ ...written.written, places: [] }]);
  }
}

function onlyThread(e: Expr): boolean {
  return (
    e.kind === 'binary' &&
    e.operator === 'eq' &&
    [e.left, e.right].some((x) => within(x).some((y) => y.kind === 'builtin' && y.name === 'threadidx'))
  );
}

function writtenOf(
  to: Expr,
  values: ReadonlyMap<Variable, Expr>,
): { variable: Variable; written: Written } | undefined {
  const variable = sharedOf(to);
  const places = variable && placesOf(to, values);
  return variable && places ? { variable, written: { at: to, places } } : undefined;
}

function sharedOf(e: Expr): Variable | undefined {
  const base = e.kind === 'element' ? e.base : e;
  const v = base.kind === 'variable' ? base.variable : undefined;
  return v?.attributes.placement === 'shared' && !v.attributes.volatile ? v : undefined;
}

function placesOf(e: Expr, values: ReadonlyMap<Variable, Expr>): Linear[] | undefined {
  if (e.kind !== 'element') return [];
  const places = e.subscripts.flatMap((s) => (s.kind === 'index' ? (linear(s.value, values) ?? []) : []));
  return places.length === e.subscripts.length ? places : undefined;
}

function checkReads(
  report: (d: Diagnostic) => void,
  value: Expr,
  values: ReadonlyMap<Variable, Expr>,
  pending: Pending,
  told: Set<Variable>,
): void {
  for (const e of within(value)) {
    const v = e.kind === 'element' || e.kind === 'variable' ? sharedOf(e) : undefined;
    const places = v && placesOf(e, values);
    const before = v && pending.get(v);
    if (!v || !places || !before || told.has(v)) continue;
    if (before.some((w) => samePlaces(w.places, places))) continue;
    const other = before.find((w) => isOther(w.places, places));
    if (!other) continue;
    told.add(v);
    report(barrierErrors.missingBarrier(e, other.at));
  }
}

function samePlaces(a: readonly Linear[], b: readonly Linear[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((x, i) => sameLinear(x, b[i]!));
}

/** Another thread's: the place that was set moves with threadIdx, and this one differs from it. No places: set by one thread. */
function isOther(set: readonly Linear[], read: readonly Linear[]): boolean {
  if (set.length === 0) return true;
  return set.some((x, i) => mentionsThread(x) && read[i] !== undefined && !sameLinear(x, read[i]));
}
