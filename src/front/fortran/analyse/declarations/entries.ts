/**
 * `entry`: a procedure with several entrances becomes one procedure that takes all their dummies and a number that says where to begin,
 * and one small procedure for each entrance, which calls it.
 */
import type { Span } from '../../../../base/source.ts';
import * as declarationErrors from '../../errors/declarations.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type { Actual, Expr, Procedure, Shape, Signature, Stmt, Type, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import { substitute } from '../calls/substitute.ts';
import type { Entry, Env } from '../context.ts';
import { int4 } from '../expressions/make.ts';
import { meaningOf, newEntry, readyEntry } from '../scope.ts';
import { integer4, integer8, rankOf, sameType } from '../types.ts';

export type Unit = tree.Subroutine | tree.FunctionUnit;

/** The entry statements of a procedure, in order. */
export function entriesOf(env: Env, unit: Unit): tree.Entry[] {
  const found: tree.Entry[] = [];
  if (!env.file.labels) return found;
  for (const d of unit.specification) if (d.kind === 'entry') found.push(d);
  for (const s of unit.execution) if (s.kind === 'entry') found.push(s);
  return found;
}

/** Before the declarations are read: names of entries' dummies are dummies. */
export function declareEntryDummies(env: Env, entries: readonly tree.Entry[]): void {
  for (const e of entries)
    for (const d of e.dummies) {
      if (d.kind === 'star') continue;
      const known = env.scope.names.get(d.text);
      const entry = known ?? newEntry(env, d.text, d.span);
      entry.facts.dummy = true;
      env.scope.names.set(d.text, entry);
    }
}

/** The results of the entrances: that of the function where they agree with it, else a variable of their own. */
export function entryResults(env: Env, entries: readonly tree.Entry[], result: Variable): readonly Variable[] {
  return entries.map((e) => {
    const name = e.result ?? e.name;
    const known: Entry | undefined = env.scope.names.get(name.text);
    if (known?.meaning === result) return result;
    const entry = known && !known.meaning ? known : newEntry(env, name.text, name.span);
    entry.facts.result = true;
    env.scope.names.set(name.text, entry);
    const own = known?.meaning ?? meaningOf(entry);
    if (own.kind !== 'variable') return result;
    const { locals } = env.scope;
    if (locals.includes(own)) locals.splice(locals.indexOf(own), 1);
    if (!agree(own, result)) {
      const why = whyNotShared(result) ?? whyNotShared(own);
      if (why !== undefined) env.file.report(declarationErrors.entryResult(result.name, own, why));
      return why === undefined ? own : result;
    }
    env.scope.names.set(name.text, readyEntry(env, name.text, name.span, result));
    return result;
  });
}

/** Results that differ lie in the same place, as in an equivalence (Fortran 2018, 15.6.2.6). */
function whyNotShared(v: Variable): string | undefined {
  if (v.shape) return `${v.name} is an array`;
  if (v.attributes.pointer) return `${v.name} is a pointer`;
  if (v.attributes.allocatable) return `${v.name} is allocatable`;
  return v.type.base === 'derived' || v.type.base === 'any' ? `${v.name} is of a derived type` : undefined;
}

function agree(a: Variable, b: Variable): boolean {
  return (
    sameType(a.type, b.type) &&
    rankOf(a.shape) === rankOf(b.shape) &&
    a.attributes.pointer === b.attributes.pointer &&
    a.attributes.allocatable === b.attributes.allocatable
  );
}

type Dummies = Signature['dummies'];

type Part = {
  readonly tree: tree.Entry;
  readonly dummies: Dummies;
  readonly result: Variable | undefined;
  readonly bindC: boolean;
  /** What C calls it. */
  readonly bindName: string | undefined;
};

/** `outer` is what callers see under each name; `whole` has the body. Results that differ from the function's, and allocatable ones, are dummies of the whole. */
export function entrances(
  main: Procedure,
  entries: readonly Part[],
): { whole: Procedure; outer: Procedure[]; selector: Variable } {
  const { signature } = main;
  const selector = selectorOf(main);
  const lists = [signature.dummies, ...entries.map((e) => e.dummies)];
  const all = [...new Set(lists.flat())].filter((d) => d !== 'alternate-return');
  const returns = Array.from({ length: Math.max(...lists.map(returnsIn)) }, () => 'alternate-return' as const);
  // A call gives one value: what an entrance leaves unallocated cannot be it.
  const given = signature.result?.attributes.allocatable ? undefined : signature.result;
  const results = new Set([signature.result, ...entries.map((e) => e.result)]);
  const others = [...results].filter((r) => r !== undefined).filter((r) => r !== given);
  const whole: Procedure = {
    ...main,
    name: `${main.name}.entries`,
    linkName: `${main.linkName}.entries`,
    bindC: false,
    signature: { ...signature, dummies: [selector, ...all, ...others, ...returns], result: given, bindC: false },
  };
  const outer = [
    entrance(main, whole, signature.dummies, signature.result, 0),
    ...entries.map((e, i) => entrance(headingOf(main, e), whole, e.dummies, e.result, i + 1)),
  ];
  for (const d of all) if (!lists.every((list) => list.includes(d))) mayBeAbsent(d);
  for (const r of others) r.storage = 'dummy';
  return { whole, outer, selector };
}

function headingOf(main: Procedure, { tree: e, bindC, bindName }: Part): Procedure {
  const own = main.bindC ? `${main.linkName}.` : main.linkName.slice(0, main.linkName.length - main.name.length);
  const prefix = main.origin === 'external' ? '' : own;
  return {
    ...main,
    name: e.name.text,
    span: e.name.span,
    linkName: bindName ?? `${prefix}${e.name.text}`,
    bindC,
    signature: { ...main.signature, bindC },
  };
}

/** A dummy that some entrance does not have. */
function mayBeAbsent(d: Variable): void {
  if (!d.attributes.value) d.attributes = { ...d.attributes, optional: true };
}

function selectorOf(p: Procedure): Variable {
  return {
    kind: 'variable',
    name: '#entry',
    span: p.span,
    type: integer4,
    shape: undefined,
    attributes: { ...plainAttributes, value: true },
    storage: 'dummy',
    linkName: `${p.linkName}.#entry`,
    imported: false,
    initial: undefined,
    overlay: undefined,
    pointee: undefined,
    associated: undefined,
    owner: p,
    ignoreTkr: undefined,
    procedure: undefined,
    bindName: undefined,
  };
}

/** A procedure with dummies of its own that calls the whole. */
function entrance(
  p: Procedure,
  whole: Procedure,
  dummies: Dummies,
  returned: Variable | undefined,
  number: number,
): Procedure {
  const copies = new Map<Variable, Expr>();
  const own = dummies.map((d) => {
    if (d === 'alternate-return') return d;
    const copy: Variable = { ...d };
    copies.set(d, reference(copy));
    return copy;
  });
  const main = whole.signature.result;
  const result: Variable | undefined = returned && { ...returned, storage: 'result' };
  if (returned && result) copies.set(returned, reference(result));
  const variables = result ? [result] : [];
  const local = (v: Variable): Expr => {
    const scratch: Variable = { ...v, storage: 'automatic', linkName: `${p.linkName}.${v.name}` };
    variables.push(scratch);
    copies.set(v, reference(scratch));
    return reference(scratch);
  };
  const to = main && (copies.get(main) ?? local(main));
  const returns = returnsIn(dummies);
  let next = 0;
  const args = whole.signature.dummies.map((d, i): Actual => {
    if (i === 0) return int4(number, p.span);
    if (d !== 'alternate-return') return copies.get(d) ?? (d.storage === 'result' ? local(d) : placeholder(d));
    next++;
    return next <= returns ? { kind: 'alternate-return', label: next } : undefined;
  });
  for (const d of own) if (d !== 'alternate-return') renew(d, copies);
  for (const v of variables) renew(v, copies);
  const made: Procedure = { ...p, signature: { ...p.signature, dummies: own, result } };
  made.body = {
    variables,
    statements: to ? [assigned(to, whole, args, p)] : [called(whole, args, p), ...passOn(returns, p)],
    internals: [],
    entries: [],
    end: p.span,
  };
  return made;
}

function reference(variable: Variable): Expr {
  return { kind: 'variable', variable, type: variable.type, rank: rankOf(variable.shape), span: variable.span };
}

/** Extents and lengths refer to the copies. */
function renew(v: Variable, copies: ReadonlyMap<Variable, Expr>): void {
  if (v.shape) v.shape = renewedShape(v.shape, copies);
  const { type } = v;
  if (type.base === 'character' && type.length.kind === 'known')
    v.type = { ...type, length: { kind: 'known', value: substitute(type.length.value, copies) } };
}

function renewedShape(shape: Shape, copies: ReadonlyMap<Variable, Expr>): Shape {
  const now = (e: Expr) => substitute(e, copies);
  switch (shape.kind) {
    case 'explicit':
      return { ...shape, bounds: shape.bounds.map((b) => ({ lower: now(b.lower), upper: now(b.upper) })) };
    case 'assumed-size':
      return {
        ...shape,
        bounds: shape.bounds.map((b) => ({ lower: now(b.lower), upper: now(b.upper) })),
        lastLower: now(shape.lastLower),
      };
    case 'assumed-shape':
      return { ...shape, lowers: shape.lowers.map(now) };
    default:
      return shape;
  }
}

/** A dummy that this entrance does not have: an integer may still be asked for in the bounds of another one. */
function placeholder(d: Variable): Expr | undefined {
  return d.type.base === 'integer' && !d.shape ? { ...int4(0, d.span), type: d.type } : undefined;
}

function returnsIn(dummies: Dummies): number {
  return dummies.filter((d) => d === 'alternate-return').length;
}

/** An alternate return of the whole is one of the entrance. */
function passOn(returns: number, p: Procedure): Stmt[] {
  const at = { span: p.span, label: undefined };
  const statements: Stmt[] = returns > 0 ? [{ kind: 'return', value: undefined, ...at }] : [];
  for (let i = 1; i <= returns; i++)
    statements.push({ kind: 'continue', span: p.span, label: i }, { kind: 'return', value: int4(i, p.span), ...at });
  return statements;
}

function called(whole: Procedure, args: readonly Actual[], p: Procedure): Stmt {
  return { kind: 'call', callee: { kind: 'procedure', procedure: whole }, args, span: p.span, label: undefined };
}

function assigned(to: Expr, whole: Procedure, args: readonly Actual[], p: Procedure): Stmt {
  const callee = { kind: 'procedure', procedure: whole } as const;
  const value: Expr = { kind: 'call', callee, args, type: knownLength(to), rank: to.rank, span: p.span };
  const at = { span: p.span, label: undefined };
  const pointer = whole.signature.result?.attributes.pointer || whole.signature.result?.procedure;
  if (pointer) return { kind: 'pointer-assign', to, bounds: undefined, target: value, ...at };
  return { kind: 'assign', to, value, transfer: false, ...at };
}

/** A character(*) result is as long as the entrance's own. */
function knownLength(to: Expr): Type {
  if (to.type.base !== 'character' || to.type.length.kind !== 'assumed') return to.type;
  const args = [to, undefined];
  const value: Expr = { kind: 'intrinsic', name: 'len', args, type: integer8, rank: 0, span: to.span };
  return { ...to.type, length: { kind: 'known', value } };
}

/** At the start of the whole: on to the entry that was called. */
export function dispatch(at: Span, selector: Variable, targets: readonly number[]): Stmt {
  const value: Expr = { kind: 'convert', value: reference(selector), type: integer8, rank: 0, span: at };
  return { kind: 'computed-goto', targets, value, span: at, label: undefined };
}
