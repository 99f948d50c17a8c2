/** Procedures and expressions of a whole file, for the checks of this room. */
import { bodiesOf } from '../../bodies-of.ts';
import type { Expr, Procedure, Program, Stmt, Variable } from '../../program.ts';
import { events, inside } from '../walk-program.ts';

/** All procedures with bodies, internal ones too. */
export function* proceduresOf(program: Program): Iterable<Procedure> {
  for (const p of program.procedures) yield* withInternals(p);
}

function* withInternals(p: Procedure): Iterable<Procedure> {
  if (!p.body) return;
  yield p;
  for (const inner of p.body.internals) yield* withInternals(inner);
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

/** The expression and all inside it, outer before inner. */
export function within(e: Expr): readonly Expr[] {
  const found: Expr[] = [];
  gather(e, found);
  return found;
}

function gather(e: Expr, into: Expr[]): void {
  into.push(e);
  for (const x of inside(e)) if (x) gather(x, into);
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
export function setOnce(body: readonly Stmt[]): ReadonlyMap<Variable, Expr> {
  const found = new Map<Variable, Expr | undefined>();
  for (const e of events(body)) {
    const v = e.kind === 'index' ? e.variable : e.kind === 'write' ? rootOf(e.to) : undefined;
    if (!v) continue;
    const plain =
      e.kind === 'write' && e.statement.kind === 'assign' && e.to.kind === 'variable' && v.storage === 'automatic';
    found.set(v, plain && !found.has(v) && e.statement.kind === 'assign' ? e.statement.value : undefined);
  }
  return new Map([...found].flatMap(([v, value]) => (value ? [[v, value] as const] : [])));
}
