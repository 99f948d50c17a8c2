/** Scalars that the body of a kernel loop may read before the same turn has set them. */

import { bodiesOf } from '../../bodies-of.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { liesIn, pathOf } from '../expressions/designator-paths.ts';
import { eachVariable, events } from '../walk-program.ts';
import { readsOf } from './reduction-forms.ts';

export type UnsetReads = {
  /** Where they are read first. */
  readonly reads: ReadonlyMap<Variable, Expr>;
  /** Those whose new value depends on the one of another turn. */
  readonly carried: ReadonlySet<Variable>;
};
type Scan = { readonly reads: Map<Variable, Expr>; readonly carried: Set<Variable> };

export function unsetReads(body: readonly Stmt[]): UnsetReads {
  const scan: Scan = { reads: new Map(), carried: new Set() };
  scanList(scan, body, new Set());
  return scan;
}

/** Adds to `set` what is surely set after the statements; says whether control leaves them for elsewhere. Loops are taken to turn. */
function scanList(scan: Scan, list: readonly Stmt[], set: Set<Variable>): boolean {
  return list.some((s) => scanStatement(scan, s, set));
}

function scanStatement(scan: Scan, s: Stmt, set: Set<Variable>): boolean {
  switch (s.kind) {
    case 'if':
      for (const arm of s.arms) {
        read(scan, arm.condition, set);
        guarded(scan, arm.condition, arm.body, set);
      }
      return scanBranches(scan, [...s.arms.map((a) => a.body), s.otherwise], set);
    case 'select-case': {
      read(scan, s.selector, set);
      const always = s.cases.some((c) => !c.ranges);
      return scanBranches(scan, [...s.cases.map((c) => c.body), ...(always ? [] : [[]])], set);
    }
    case 'cycle':
    case 'exit':
    case 'goto':
    case 'return':
    case 'stop':
      scanEvents(scan, s, set);
      return true;
    case 'do':
      for (const x of [s.from, s.to, s.step]) if (x) read(scan, x, set);
      set.add(s.index);
      scanList(scan, s.body, set);
      return false;
    case 'do-while':
      if (s.condition) {
        read(scan, s.condition, set);
        guarded(scan, s.condition, s.body, set);
      }
      scanList(scan, s.body, set);
      return false;
    case 'block':
    case 'associate':
      scanList(scan, s.body, set);
      return false;
    default:
      scanEvents(scan, s, set);
      for (const body of bodiesOf(s)) scanList(scan, body, set);
      return false;
  }
}

/** One of the bodies runs. */
function scanBranches(scan: Scan, bodies: readonly (readonly Stmt[])[], set: Set<Variable>): boolean {
  const ends: Set<Variable>[] = [];
  for (const body of bodies) {
    const own = new Set(set);
    if (!scanList(scan, body, own)) ends.push(own);
  }
  const [first, ...others] = ends;
  if (!first) return true;
  for (const v of first) if (others.every((o) => o.has(v))) set.add(v);
  return false;
}

function scanEvents(scan: Scan, s: Stmt, set: Set<Variable>): void {
  const given = outputs(s);
  if (bodiesOf(s).length > 0) return;
  for (const e of events([s])) {
    if (e.kind === 'read' && !given.has(e.value)) read(scan, e.value, set);
    if (e.kind === 'index') set.add(e.variable);
    if (e.kind !== 'write') continue;
    const path = pathOf(e.to);
    if (!path || !liesIn(path)) continue;
    if (s.kind === 'assign' && !set.has(path.root) && readsOf(path, s.value) > 0) scan.carried.add(path.root);
    set.add(path.root);
  }
}

/** Arguments that a procedure sets without reading them. */
function outputs(s: Stmt): ReadonlySet<unknown> {
  if (s.kind !== 'call') return new Set();
  const signature = signatureOf(s.callee);
  return new Set(
    s.args.filter((a, i) => {
      const dummy = signature.dummies[i];
      return a && dummy && dummy !== 'alternate-return' && dummy.attributes.intent === 'out';
    }),
  );
}

function read(scan: Scan, e: Expr, set: ReadonlySet<Variable>): void {
  eachVariable(e, (v, at) => {
    if (!v.shape && !set.has(v) && !scan.reads.has(v)) scan.reads.set(v, at);
  });
}

/** What is set only if its old value says so. */
function guarded(scan: Scan, condition: Expr, body: readonly Stmt[], set: ReadonlySet<Variable>): void {
  for (const e of events(body)) {
    const path = e.kind === 'write' ? pathOf(e.to) : undefined;
    if (!path || !liesIn(path) || set.has(path.root) || path.root.shape) continue;
    if (readsOf(path, condition) > 0) scan.carried.add(path.root);
  }
}
