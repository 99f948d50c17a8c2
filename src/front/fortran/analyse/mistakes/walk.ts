/** Procedures and expressions of a whole file, for the checks of this room. */
import { bodiesOf } from '../../bodies-of.ts';
import type { Expr, Procedure, Program, Stmt, Variable } from '../../program.ts';
import { type Event, events, someInside } from '../walk-program.ts';

/** All procedures with bodies, internal ones too. */
export function proceduresOf(program: Program): readonly Procedure[] {
  return program.procedures.flatMap(proceduresUnder);
}

/** The procedure and its internal procedures, those with bodies. */
export function proceduresUnder(p: Procedure): readonly Procedure[] {
  if (!p.body) return [];
  return p.body.internals.length === 0 ? [p] : [p, ...p.body.internals.flatMap(proceduresUnder)];
}

export function isKernel(p: Procedure): boolean {
  return p.signature.targets.global || p.signature.targets.grid;
}

export function runsOnDevice(p: Procedure): boolean {
  return isKernel(p) || p.signature.targets.device;
}

/** Not what runs on the device in the midst of host code. */
export function eachStatement(list: readonly Stmt[], see: (s: Stmt) => void): void {
  for (const s of list) {
    see(s);
    if (s.kind === 'kernel-loop') continue;
    for (const body of bodiesOf(s)) eachStatement(body, see);
  }
}

/** The last answer is kept: the checks of one procedure ask one after another. */
function remembering<K extends object, V>(make: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly answer: V } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, answer: make(key) };
    return last.answer;
  };
}

/** Which kinds of statements a procedure and its internal procedures have. */
export const kindsOf = remembering((p: Procedure): ReadonlySet<Stmt['kind']> => {
  const kinds = new Set<Stmt['kind']>();
  const add = (list: readonly Stmt[]): void => {
    for (const s of list) {
      kinds.add(s.kind);
      for (const body of bodiesOf(s)) add(body);
    }
  };
  for (const one of proceduresUnder(p)) add(one.body?.statements ?? []);
  return kinds;
});

export const eventsOf: (body: readonly Stmt[]) => readonly Event[] = remembering(events);

/** All that a body reads, and the expressions inside that. */
export const partsRead = remembering((body: readonly Stmt[]): readonly Expr[] => {
  const found: Expr[] = [];
  for (const e of eventsOf(body)) if (e.kind === 'read') eachWithin(e.value, (x) => void found.push(x));
  return found;
});

/** The expression and all inside it, outer before inner. */
export function within(e: Expr): readonly Expr[] {
  const found: Expr[] = [];
  eachWithin(e, (x) => void found.push(x));
  return found;
}

export function eachWithin(e: Expr, see: (x: Expr) => void): void {
  const look = (x: Expr): boolean => {
    see(x);
    return someInside(x, look);
  };
  look(e);
}

/** Without conversions and parentheses. */
export function bare(e: Expr): Expr {
  if (e.kind === 'convert') return bare(e.value);
  return e.kind === 'unary' && e.operator === 'parentheses' ? bare(e.operand) : e;
}

export function sourceText(e: Expr): string {
  return e.span.source.text.slice(e.span.from, e.span.to);
}

/** The variable that a designator is of. */
export function rootOf(e: Expr): Variable | undefined {
  if (e.kind === 'variable') return e.variable;
  return e.kind === 'element' || e.kind === 'part' || e.kind === 'substring' || e.kind === 'complex-part'
    ? rootOf(e.base)
    : undefined;
}

/** Local scalars that one assignment of the body sets, and nothing else. */
export const setOnce = remembering((body: readonly Stmt[]): ReadonlyMap<Variable, Expr> => {
  const found = new Map<Variable, Expr | undefined>();
  for (const e of eventsOf(body)) {
    const v = e.kind === 'index' ? e.variable : e.kind === 'write' ? rootOf(e.to) : undefined;
    if (!v) continue;
    const plain =
      e.kind === 'write' && e.statement.kind === 'assign' && e.to.kind === 'variable' && v.storage === 'automatic';
    found.set(v, plain && !found.has(v) && e.statement.kind === 'assign' ? e.statement.value : undefined);
  }
  const set = new Map<Variable, Expr>();
  for (const [v, value] of found) if (value) set.set(v, value);
  return set;
});
