/** In a CUF kernel: elements that one turn of the loops sets and another one reads or sets. */
import * as loopErrors from '../../errors/kernel-loops.ts';
import type { Expr, IndexLoop, Stmt, Subscript, Variable } from '../../program.ts';
import type { Env } from '../context.ts';
import { integerOf } from '../types.ts';
import { eachInside, eachVariable, events, someInside } from '../walk-program.ts';
import { blockVariables } from './block-variables.ts';

type Element = Extract<Expr, { kind: 'element' }>;
type Place =
  /** An index of a loop plus a constant. */
  | { readonly kind: 'index'; readonly variable: Variable; readonly plus: bigint }
  /** The same in all turns. */
  | { readonly kind: 'fixed'; readonly text: string; readonly value: bigint | undefined };
type Access = { readonly e: Element; readonly variable: Variable; readonly places: readonly Place[] };

/** Only what always happens is looked at, and only subscripts that are plain: a warning must be right. */
export function checkCarried(env: Env, nest: readonly IndexLoop[], body: readonly Stmt[]): void {
  const changed = writtenIn(body);
  for (const l of nest) changed.delete(l.index);
  const loops = nest.filter((l) => !makesOneTurn(l));
  const known = (e: Element): Access | undefined => accessOf(e, loops, changed);
  const { reads, writes } = accesses(body, known);
  const told = new Set(blockVariables(body));
  for (const w of writes) {
    if (told.has(w.access.variable)) continue;
    const apart = reads.find((r) => carried(w.access, r, loops));
    const missing = w.varies ? loops.find((l) => !mentionsIndex(w.access, l)) : undefined;
    if (apart) env.file.report(loopErrors.carriedDependence(w.access.e, apart.e));
    else if (missing) env.file.report(loopErrors.sharedElement(w.access.e, missing.index));
    if (apart || missing) told.add(w.access.variable);
  }
}

function writtenIn(body: readonly Stmt[]): Set<Variable> {
  const written = new Set<Variable>();
  for (const e of events(body)) {
    if (e.kind === 'index') written.add(e.variable);
    if (e.kind === 'write') eachVariable(e.to, (v) => written.add(v));
  }
  return written;
}

type Written = { readonly access: Access; readonly varies: boolean };

function accesses(
  body: readonly Stmt[],
  known: (e: Element) => Access | undefined,
): { reads: Access[]; writes: Written[] } {
  const reads: Access[] = [];
  const writes: Written[] = [];
  let conditions = 0;
  for (const e of events(body)) {
    if (e.kind === 'enter' && e.conditional) conditions++;
    else if (e.kind === 'leave' && conditions > 0) conditions--;
    if (conditions > 0) continue;
    if (e.kind === 'read') eachElement(e.value, (x) => reads.push(...one(known(x))));
    if (e.kind !== 'write' || e.to.kind !== 'element' || e.statement.kind !== 'assign') continue;
    const varies = e.statement.value.kind !== 'constant';
    writes.push(...one(known(e.to)).map((access) => ({ access, varies })));
  }
  return { reads, writes };
}

function one<T>(x: T | undefined): T[] {
  return x === undefined ? [] : [x];
}

function eachElement(e: Expr, see: (e: Element) => void): void {
  if (e.kind === 'element') see(e);
  eachInside(e, (x) => eachElement(x, see));
}

function accessOf(e: Element, loops: readonly IndexLoop[], changed: ReadonlySet<Variable>): Access | undefined {
  if (e.rank > 0 || e.base.kind !== 'variable') return undefined;
  const places = e.subscripts.flatMap((s) => one(placeOf(s, loops, changed)));
  return places.length === e.subscripts.length ? { e, variable: e.base.variable, places } : undefined;
}

function placeOf(s: Subscript, loops: readonly IndexLoop[], changed: ReadonlySet<Variable>): Place | undefined {
  if (s.kind !== 'index') return undefined;
  const index = indexPlus(bare(s.value), loops);
  if (index) return index;
  let same = true;
  eachVariable(s.value, (v) => {
    if (changed.has(v) || loops.some((l) => l.index === v) || v.shape) same = false;
  });
  if (!same || asks(s.value)) return undefined;
  const { source, from, to } = s.value.span;
  return {
    kind: 'fixed',
    text: source.text.slice(from, to).replaceAll(/\s/g, '').toLowerCase(),
    value: integerOf(bare(s.value)),
  };
}

/** A call may give another value each time. */
function asks(e: Expr): boolean {
  return e.kind === 'call' || e.kind === 'library-call' || someInside(e, asks);
}

function indexPlus(e: Expr, loops: readonly IndexLoop[]): Place | undefined {
  if (e.kind === 'variable')
    return loops.some((l) => l.index === e.variable) ? { kind: 'index', variable: e.variable, plus: 0n } : undefined;
  if (e.kind !== 'binary' || (e.operator !== 'add' && e.operator !== 'subtract')) return undefined;
  const [left, right] = [bare(e.left), bare(e.right)];
  const by = integerOf(right);
  if (by !== undefined) {
    const index = indexPlus(left, loops);
    return index?.kind === 'index' ? { ...index, plus: index.plus + (e.operator === 'add' ? by : -by) } : undefined;
  }
  const first = integerOf(left);
  const index = first !== undefined && e.operator === 'add' ? indexPlus(right, loops) : undefined;
  return index?.kind === 'index' ? { ...index, plus: index.plus + (first ?? 0n) } : undefined;
}

function bare(e: Expr): Expr {
  if (e.kind === 'convert') return bare(e.value);
  return e.kind === 'unary' && e.operator === 'parentheses' ? bare(e.operand) : e;
}

/** The element read is one that a different turn sets. */
function carried(w: Access, r: Access, loops: readonly IndexLoop[]): boolean {
  if (w.variable !== r.variable || w.places.length !== r.places.length) return false;
  let apart = false;
  for (const [i, a] of w.places.entries()) {
    const b = r.places[i];
    if (a.kind === 'fixed' && b?.kind === 'fixed') {
      if (a.text !== b.text) return false;
      continue;
    }
    if (a.kind !== 'index' || b?.kind !== 'index' || a.variable !== b.variable) return false;
    const distance = a.plus - b.plus;
    if (distance === 0n) continue;
    const loop = loops.find((l) => l.index === a.variable);
    const step = stepOf(loop);
    if (step === undefined || distance % step !== 0n || isBeyond(distance, loop)) return false;
    apart = true;
  }
  return apart;
}

function stepOf(loop: IndexLoop | undefined): bigint | undefined {
  const step = loop?.step ? integerOf(loop.step) : 1n;
  return step === 0n ? undefined : step;
}

/** No two turns of the loop are so far apart. */
function isBeyond(distance: bigint, loop: IndexLoop | undefined): boolean {
  const [from, to] = loop ? [integerOf(bare(loop.from)), integerOf(bare(loop.to))] : [];
  if (from === undefined || to === undefined) return false;
  const [far, span] = [distance < 0n ? -distance : distance, to < from ? from - to : to - from];
  return far > span;
}

function mentionsIndex(a: Access, l: IndexLoop): boolean {
  return a.places.some((p) => p.kind === 'index' && p.variable === l.index);
}

/** `do i = n, n`. */
function makesOneTurn(l: IndexLoop): boolean {
  const [from, to] = [bare(l.from), bare(l.to)];
  if (from.kind === 'variable' && to.kind === 'variable') return from.variable === to.variable;
  const first = integerOf(from);
  return first !== undefined && first === integerOf(to);
}
