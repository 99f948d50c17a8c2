/** Whether the iterations of a loop can run in any order: which values one of them may take from another. */

import { bodiesOf } from '../../bodies-of.ts';
import type { Expr, ReductionInfo, Stmt, Subscript, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { blockVariables } from '../cuda/block-variables.ts';
import { reductionIn } from '../cuda/reduction-forms.ts';
import { unsetReads } from '../cuda/unset-reads.ts';
import { pathOf, sameValue } from '../expressions/designator-paths.ts';
import { integerOf } from '../types.ts';
import { eachInside, events } from '../walk-program.ts';
import { originOf } from './map-entries.ts';

export type Dependence = {
  readonly variable: Variable | undefined;
  readonly at: Expr | Stmt;
  readonly what: 'carried' | 'scalar' | 'call' | 'exit';
};
type Do = Extract<Stmt, { kind: 'do' }>;
type Reference = { readonly e: Expr; readonly write: boolean };

/** The first dependence found; undefined where there is none. */
export function dependenceIn(loop: Do): Dependence | undefined {
  return control(loop.body, loop.name) ?? scalars(loop) ?? arrays(loop);
}

/** Statements that leave the loop, wait, or do what nothing here knows. */
function control(body: readonly Stmt[], name: string): Dependence | undefined {
  for (const s of body) {
    if (s.kind === 'exit' && s.name === name) return { variable: undefined, at: s, what: 'exit' };
    if (stops.has(s.kind)) return { variable: undefined, at: s, what: 'exit' };
    if (s.kind === 'call' && !signatureOf(s.callee).pure) return { variable: undefined, at: s, what: 'call' };
    for (const b of bodiesOf(s)) {
      const found = control(b, name);
      if (found) return found;
    }
  }
  return undefined;
}

const stops: ReadonlySet<Stmt['kind']> = new Set<Stmt['kind']>([
  'return',
  'stop',
  'io',
  'goto',
  'computed-goto',
  'allocate',
  'deallocate',
  'pointer-assign',
  'library-call',
  'launch',
]);

/** A scalar that an iteration reads before it has set it, and that is no sum. */
function scalars(loop: Do): Dependence | undefined {
  const unset = unsetReads(loop.body);
  const own = new Set(blockVariables(loop.body));
  const named = new Set(
    (loop.shared?.reductions ?? []).flatMap((r: ReductionInfo) =>
      r.variable.kind === 'variable' ? [r.variable.variable] : [],
    ),
  );
  for (const e of events(loop.body)) {
    if (e.kind !== 'write' || e.statement.kind === 'atomic') continue;
    const path = pathOf(e.to);
    const v = path?.root;
    if (!v || v.shape || own.has(v) || named.has(v) || v === loop.index) continue;
    const sum =
      e.statement.kind === 'assign' && e.to.kind === 'variable' && path && reductionIn(path, e.statement.value);
    const onDevice = v.attributes.placement !== 'host';
    if (sum && !onDevice) continue;
    if (sum && onDevice) return { variable: v, at: e.to, what: 'scalar' };
    if (onDevice || unset.reads.has(v)) return { variable: v, at: e.to, what: 'scalar' };
  }
  return undefined;
}

/** References of an array that is set agree, in some dimension, on a place that no other iteration has. */
function arrays(loop: Do): Dependence | undefined {
  const references = new Map<Variable, Reference[]>();
  const add = (e: Expr, write: boolean): void => {
    const v = rootOf(e);
    if (!v?.shape) return;
    const known = references.get(v);
    if (known) known.push({ e, write });
    else references.set(v, [{ e, write }]);
  };
  const reads = (e: Expr): void => {
    if (isReference(e)) {
      add(e, false);
      eachSubscript(e, reads);
    } else eachInside(e, reads);
  };
  for (const e of events(loop.body)) {
    if (e.kind === 'read') reads(e.value);
    if (e.kind !== 'write' || e.statement.kind === 'atomic') continue;
    add(e.to, true);
    eachSubscript(e.to, reads);
  }
  const changing = changedIn(loop);
  const own = new Set(blockVariables(loop.body));
  for (const [v, list] of references) {
    const write = list.find((r) => r.write);
    if (!write || own.has(v)) continue;
    const other = [...references.keys()].find((o) => o !== v && mayOverlap(v, o));
    if (other) return { variable: v, at: write.e, what: 'carried' };
    if (!sharesDimension(list, loop.index, changing)) return { variable: v, at: write.e, what: 'carried' };
  }
  return undefined;
}

/** A pointer may point to what another pointer, or a target, has. */
function mayOverlap(v: Variable, other: Variable): boolean {
  const [a, b] = [originOf(v).attributes, originOf(other).attributes];
  if (v.type.base !== other.type.base) return false;
  return (a.pointer && (b.pointer || b.target)) || (b.pointer && a.target);
}

function isReference(e: Expr): boolean {
  return (e.kind === 'variable' || e.kind === 'element' || e.kind === 'part') && rootOf(e)?.shape !== undefined;
}

function rootOf(e: Expr): Variable | undefined {
  if (e.kind === 'variable') return e.variable;
  return e.kind === 'element' || e.kind === 'part' || e.kind === 'substring' || e.kind === 'complex-part'
    ? rootOf(e.base)
    : undefined;
}

function eachSubscript(e: Expr, see: (x: Expr) => void): void {
  if (e.kind === 'element') {
    for (const s of e.subscripts)
      for (const x of s.kind === 'range' ? [s.from, s.to, s.step] : [s.value]) if (x) see(x);
    eachSubscript(e.base, see);
  } else if (e.kind === 'part' || e.kind === 'substring' || e.kind === 'complex-part') eachSubscript(e.base, see);
}

function changedIn(loop: Do): ReadonlySet<Variable> {
  const changed = new Set<Variable>();
  for (const e of events(loop.body)) {
    if (e.kind === 'index') changed.add(e.variable);
    if (e.kind === 'write') {
      const v = rootOf(e.to);
      if (v) changed.add(v);
    }
  }
  return changed;
}

/** The subscripts of the variable itself. */
function subscriptsOf(e: Expr): readonly Subscript[] | undefined {
  if (e.kind === 'element') return e.base.kind === 'variable' ? e.subscripts : subscriptsOf(e.base);
  return e.kind === 'part' || e.kind === 'substring' || e.kind === 'complex-part' ? subscriptsOf(e.base) : undefined;
}

function sharesDimension(list: readonly Reference[], index: Variable, changing: ReadonlySet<Variable>): boolean {
  const first = subscriptsOf(list[0]!.e);
  if (!first) return false;
  return first.some((s, k) => {
    if (s.kind !== 'index' || !isOwnPlace(s.value, index, changing)) return false;
    return list.every((r) => {
      const other = subscriptsOf(r.e)?.[k];
      return other?.kind === 'index' && sameValue(s.value, other.value);
    });
  });
}

/** Another place in each iteration: the index times a constant, plus what stays the same. */
function isOwnPlace(e: Expr, index: Variable, changing: ReadonlySet<Variable>): boolean {
  const factor = factorOf(e, index, changing);
  return factor !== undefined && factor !== 0n;
}

/** What the index is multiplied with; undefined where that is not known. */
function factorOf(e: Expr, index: Variable, changing: ReadonlySet<Variable>): bigint | undefined {
  switch (e.kind) {
    case 'constant':
      return 0n;
    case 'variable':
      if (e.variable === index) return 1n;
      return changing.has(e.variable) ? undefined : 0n;
    case 'convert':
      return e.type.base === 'integer' ? factorOf(e.value, index, changing) : undefined;
    case 'unary': {
      const inner = factorOf(e.operand, index, changing);
      if (inner === undefined || e.operator === 'not') return undefined;
      return e.operator === 'negate' ? -inner : inner;
    }
    case 'binary': {
      const [a, b] = [factorOf(e.left, index, changing), factorOf(e.right, index, changing)];
      if (a === undefined || b === undefined) return undefined;
      if (e.operator === 'add') return a + b;
      if (e.operator === 'subtract') return a - b;
      if (a === 0n && b === 0n) return 0n;
      if (e.operator !== 'multiply') return undefined;
      const [left, right] = [integerOf(e.left), integerOf(e.right)];
      return left !== undefined ? left * b : right !== undefined ? a * right : undefined;
    }
    default:
      return undefined;
  }
}
