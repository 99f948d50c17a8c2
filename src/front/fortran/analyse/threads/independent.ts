/** Counted loops of which it is known that no iteration needs what another one does (-Mconcur). What is not known counts as a dependence. */
import { bodiesOf } from '../../bodies-of.ts';
import type { Expr, ReductionInfo, Stmt, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import type { Env } from '../context.ts';
import { reductionsAndPrivates } from '../cuda/reductions.ts';
import { unsetReads } from '../cuda/unset-reads.ts';
import { eachInside, eachVariable, events } from '../walk-program.ts';

type Do = Extract<Stmt, { readonly kind: 'do' }>;

export type Divided = {
  readonly body: readonly Stmt[];
  readonly reductions: readonly ReductionInfo[];
  /** Scalars that each thread has of its own. */
  readonly privates: readonly Variable[];
  /** Those of them whose last value is looked at behind the loop. */
  readonly lasts: ReadonlySet<Variable>;
};

/** `around`: all statements of the procedure. `all`: innermost loops too. */
export function divided(env: Env, s: Do, around: readonly Stmt[], all: boolean): Divided | undefined {
  if (s.index.type.base !== 'integer' || !isPlain(s.body, new Set([s.name]))) return undefined;
  if (!all && !hasLoop(s.body)) return undefined;
  const quiet: Env = { ...env, file: { ...env.file, report: () => {} } };
  const found = reductionsAndPrivates(quiet, s.body, [s.index], []);
  const own = new Set([...found.privates, s.index, ...reduced(found.reductions)]);
  const written = writtenIn(found.body);
  for (const bound of [s.from, s.to, s.step]) if (bound && someVariable(bound, (v) => written.has(v))) return undefined;
  for (const v of written) if (!own.has(v) && (!v.shape || !isApart(found.body, s.index, v))) return undefined;
  if (hasCalls(found.body) && [...written].some((v) => v.storage === 'static')) return undefined;
  const privates = found.privates.filter((v) => v !== s.index);
  const lasts = new Set(privates.filter((v) => isSeenOutside(v, s, around)));
  for (const v of lasts) if (!isAlwaysSet(found.body, v)) return undefined;
  if (privates.some((v) => v.attributes.target || v.overlay || v.attributes.allocatable)) return undefined;
  return { body: found.body, reductions: found.reductions, privates, lasts };
}

function reduced(list: readonly ReductionInfo[]): readonly Variable[] {
  return list.flatMap((r) => r.place?.local ?? (r.variable.kind === 'variable' ? r.variable.variable : []));
}

/** Nothing but assignments, branches and loops, which nothing leaves. */
function isPlain(list: readonly Stmt[], names: ReadonlySet<string>): boolean {
  return list.every((s) => {
    switch (s.kind) {
      case 'assign':
        return !s.transfer && isPlainTarget(s.to) && isPureValue(s.to) && isPureValue(s.value);
      case 'if':
        return s.arms.every((a) => isPureValue(a.condition)) && bodiesOf(s).every((b) => isPlain(b, names));
      case 'select-case':
        return isPureValue(s.selector) && bodiesOf(s).every((b) => isPlain(b, names));
      case 'do':
        return [s.from, s.to, s.step].every((e) => !e || isPureValue(e)) && isPlain(s.body, names);
      case 'cycle':
        return true;
      case 'continue':
        return s.label === undefined;
      default:
        return false;
    }
  });
}

/** A scalar, or part of an array that no pointer reaches. */
function isPlainTarget(to: Expr): boolean {
  const v = rootOf(to);
  if (!v || v.attributes.pointer || v.attributes.target || v.attributes.volatile || v.ofThread) return false;
  if (v.storage === 'associate' || v.pointee || v.attributes.placement !== 'host') return false;
  if (v.overlay && !v.overlay.common) return false;
  if (v.type.base === 'character' || v.type.base === 'any') return false;
  return to.kind === 'variable' ? !v.shape && v.type.base !== 'derived' : v.shape !== undefined;
}

function rootOf(e: Expr): Variable | undefined {
  if (e.kind === 'variable') return e.variable;
  return e.kind === 'element' && e.base.kind === 'variable' ? e.base.variable : undefined;
}

/** Without calls that may do more than give a value. */
function isPureValue(e: Expr): boolean {
  if (e.kind === 'library-call' || e.kind === 'procedure') return false;
  if (e.kind === 'call') {
    const signature = signatureOf(e.callee);
    if (!signature.pure || signature.dummies.some((d) => d === 'alternate-return' || d.attributes.intent === 'out'))
      return false;
  }
  let pure = true;
  eachInside(e, (x) => {
    pure &&= isPureValue(x);
  });
  return pure;
}

function hasLoop(list: readonly Stmt[]): boolean {
  return list.some(
    (s) => s.kind === 'do' || (s.kind === 'assign' && s.to.rank > 0) || bodiesOf(s).some((b) => hasLoop(b)),
  );
}

function hasCalls(list: readonly Stmt[]): boolean {
  return events(list).some((e) => e.kind === 'read' && someExpr(e.value, (x) => x.kind === 'call'));
}

function someExpr(e: Expr, is: (x: Expr) => boolean): boolean {
  if (is(e)) return true;
  let found = false;
  eachInside(e, (x) => {
    found ||= someExpr(x, is);
  });
  return found;
}

function someVariable(e: Expr, is: (v: Variable) => boolean): boolean {
  let found = false;
  eachVariable(e, (v) => {
    found ||= is(v);
  });
  return found;
}

function writtenIn(list: readonly Stmt[]): Set<Variable> {
  const written = new Set<Variable>();
  for (const e of events(list)) {
    if (e.kind === 'index') written.add(e.variable);
    const v = e.kind === 'write' ? rootOf(e.to) : undefined;
    if (v) written.add(v);
  }
  return written;
}

/** Whether in one dimension all references of the array have the loop's index plus the same constant. */
function isApart(list: readonly Stmt[], index: Variable, array: Variable): boolean {
  const references: Expr[] = [];
  let whole = false;
  const look = (e: Expr): void => {
    if (e.kind === 'element' && e.base.kind === 'variable' && e.base.variable === array) {
      references.push(e);
      for (const s of e.subscripts)
        for (const x of s.kind === 'range' ? [s.from, s.to, s.step] : [s.value]) if (x) look(x);
    } else if (e.kind === 'variable' && e.variable === array) whole = true;
    else eachInside(e, look);
  };
  for (const e of events(list)) {
    if (e.kind === 'read') look(e.value);
    if (e.kind === 'write') look(e.to);
  }
  const [first] = references;
  if (whole || first?.kind !== 'element') return false;
  return first.subscripts.some((_, dimension) => {
    const places = references.map((r) => {
      const s = r.kind === 'element' ? r.subscripts[dimension] : undefined;
      return s?.kind === 'index' ? offsetFrom(s.value, index) : undefined;
    });
    return places.every((p) => p !== undefined && p === places[0]);
  });
}

/** `i + 2` is 2. */
function offsetFrom(e: Expr, index: Variable): bigint | undefined {
  if (e.kind === 'convert') return offsetFrom(e.value, index);
  if (e.kind === 'unary' && e.operator === 'parentheses') return offsetFrom(e.operand, index);
  if (e.kind === 'variable') return e.variable === index ? 0n : undefined;
  if (e.kind !== 'binary' || (e.operator !== 'add' && e.operator !== 'subtract')) return undefined;
  const right = e.right.kind === 'constant' && typeof e.right.value === 'bigint' ? e.right.value : undefined;
  const left = offsetFrom(e.left, index);
  if (right !== undefined && left !== undefined) return e.operator === 'add' ? left + right : left - right;
  const other = e.left.kind === 'constant' && typeof e.left.value === 'bigint' ? e.left.value : undefined;
  const place = e.operator === 'add' ? offsetFrom(e.right, index) : undefined;
  return other !== undefined && place !== undefined ? other + place : undefined;
}

/** Whether anything but the loop mentions it, or may. */
function isSeenOutside(v: Variable, s: Do, around: readonly Stmt[]): boolean {
  if (v.storage === 'dummy' || v.storage === 'result' || v.imported || v.overlay || v.attributes.target) return true;
  if (v.owner === undefined || (v.owner.body?.internals.length ?? 0) > 0) return true;
  const next = behind(s, around);
  return next ? unsetReads(next).reads.has(v) : mentions(around, v) > mentions([s], v);
}

/** What may run behind the loop, in this order; undefined where branches lead elsewhere. */
function behind(s: Do, list: readonly Stmt[]): readonly Stmt[] | undefined {
  for (const [i, x] of list.entries()) {
    const rest = list.slice(i + 1);
    if (x === s) return rest.some(jumps) ? undefined : rest;
    for (const body of bodiesOf(x)) {
      const inner = behind(s, body);
      if (!inner) continue;
      if (rest.some(jumps) || jumps(x)) return undefined;
      const again = x.kind === 'do' || x.kind === 'do-while' ? [x] : [];
      return [...inner, ...again, ...rest];
    }
  }
  return undefined;
}

function jumps(s: Stmt): boolean {
  return s.kind === 'goto' || s.kind === 'computed-goto' || bodiesOf(s).some((b) => b.some(jumps));
}

function mentions(list: readonly Stmt[], v: Variable): number {
  let count = 0;
  const look = (e: Expr | undefined): void =>
    eachVariable(e, (x) => {
      if (x === v) count++;
    });
  for (const e of events(list)) {
    if (e.kind === 'read') look(e.value);
    if (e.kind === 'write') look(e.to);
    if (e.kind === 'index' && e.variable === v) count++;
  }
  return count;
}

/** By each iteration that comes to its end. */
function isAlwaysSet(list: readonly Stmt[], v: Variable): boolean {
  if (hasCycle(list)) return false;
  return list.some((s) =>
    s.kind === 'do' ? s.index === v : s.kind === 'assign' && s.to.kind === 'variable' && s.to.variable === v,
  );
}

function hasCycle(list: readonly Stmt[]): boolean {
  return list.some((s) => s.kind === 'cycle' || bodiesOf(s).some(hasCycle));
}
