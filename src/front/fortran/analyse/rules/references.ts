/**
 * Rules on designators that need to know where one stands: arrays of unknown size, references with two array parts, characters outside of a string,
 * variables of loops that are running (Fortran 2018, 9.4.1, 9.4.2, 9.5.2, 9.5.3, 11.1.7.4.3).
 */

import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { impossible } from '../../../../base/impossible.ts';
import type { Span } from '../../../../base/source.ts';
import { intrinsics } from '../../../../library/intrinsics/table.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as callErrors from '../../errors/calls.ts';
import * as controlErrors from '../../errors/control.ts';
import * as typeErrors from '../../errors/derived-types.ts';
import * as expressionErrors from '../../errors/expressions.ts';
import * as nameErrors from '../../errors/names.ts';
import * as pointerErrors from '../../errors/pointers.ts';
import * as subscriptErrors from '../../errors/subscripts.ts';
import type { Actual, CalleeExpr, Expr, IoItem, Procedure, Stmt, Variable } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { calledAlike, interfaceMismatch } from '../calls/arguments.ts';
import { conformable } from '../expressions/operators.ts';
import { deviceDataOfInput } from '../statements/definable.ts';
import { integerOf, rankOf } from '../types.ts';
import { eachInside, ownEvents } from '../walk-program.ts';
import { beyondSection, scatteredElement, tooFew } from './actual-arguments.ts';

type Report = (d: Diagnostic) => void;

export function checkReferences(p: Procedure, report: Report): void {
  const internals = p.host !== undefined || (p.body?.internals.length ?? 0) > 0;
  for (const s of p.body?.statements ?? []) checkStatement(report, s, noLoops, internals);
}

const noLoops: readonly Variable[] = [];

/** `running`: variables of the loops around it. `internals`: it may call internal procedures. */
function checkStatement(report: Report, s: Stmt, running: readonly Variable[], internals: boolean): void {
  values(report, s);
  if (s.kind === 'call' || s.kind === 'launch') called(report, s.callee, s.args);
  if (s.kind === 'where')
    for (const a of s.arms)
      for (const x of a.body)
        if (x.kind === 'call' && !signatureOf(x.callee).elemental) report(controlErrors.notElementalInWhere(x.span));
  if (running.length > 0) {
    for (const e of setBy(s)) loopVariable(report, e, running);
    if (internals) setInside(report, s, running);
  }
  const counted = s.kind === 'do' ? [s.index] : countedBy(s);
  const within = counted.length > 0 ? [...running, ...counted] : running;
  for (const body of bodiesOf(s)) for (const inner of body) checkStatement(report, inner, within, internals);
}

const nothing: readonly Variable[] = [];

/** The indices of `do concurrent` and `forall`. */
function countedBy(s: Stmt): readonly Variable[] {
  return s.kind === 'do-concurrent' || s.kind === 'forall' ? s.indices.map((i) => i.index) : nothing;
}

/** Expressions whose values the statement takes or sets as a whole. */
function values(report: Report, s: Stmt): void {
  switch (s.kind) {
    case 'assign':
      value(report, s.to);
      value(report, s.value);
      return;
    case 'pointer-assign':
      if (!isProcedure(s.to)) value(report, s.to);
      for (const b of s.bounds ?? []) for (const e of [b.lower, b.upper]) given(report, e);
      if (s.target.kind !== 'null' && !isProcedure(s.target)) value(report, s.target);
      return;
    case 'if':
      for (const a of s.arms) value(report, a.condition);
      return;
    case 'do':
      value(report, s.from);
      value(report, s.to);
      given(report, s.step);
      return;
    case 'do-while':
      given(report, s.condition);
      return;
    case 'do-concurrent':
    case 'forall':
      for (const i of s.indices) for (const e of [i.from, i.to, i.step]) given(report, e);
      given(report, s.mask);
      return;
    case 'team':
      if (s.act.how === 'run') for (const e of [s.act.threads, s.act.condition]) given(report, e);
      if (s.act.how === 'task') given(report, s.act.condition);
      if (s.act.how === 'loop') for (const l of s.act.loops) for (const e of [l.from, l.to, l.step]) given(report, e);
      return;
    case 'select-case':
      value(report, s.selector);
      return;
    case 'select-type':
      if (s.selector.kind !== 'variable') value(report, s.selector);
      return;
    case 'where':
      for (const a of s.arms) given(report, a.mask);
      return;
    case 'computed-goto':
    case 'return':
      given(report, s.value);
      return;
    case 'stop':
      given(report, s.code);
      given(report, s.quiet);
      return;
    case 'allocate':
      for (const i of s.items)
        for (const b of i.bounds) {
          given(report, b.lower);
          given(report, b.upper);
        }
      given(report, s.source);
      given(report, s.stat);
      return;
    case 'io':
      for (const i of s.items) item(report, i);
      return;
    case 'intrinsic-call':
      for (const a of s.args) given(report, a);
      return;
    default:
  }
}

function given(report: Report, e: Expr | undefined): void {
  if (e) value(report, e);
}

function item(report: Report, i: IoItem): void {
  if (i.kind === 'value') value(report, i.value);
  if (i.kind !== 'loop') return;
  for (const e of [i.from, i.to, i.step]) if (e) value(report, e);
  for (const inner of i.items) item(report, inner);
}

/** An expression whose value is needed. */
function value(report: Report, e: Expr): void {
  switch (e.kind) {
    case 'constant':
    case 'constant-array':
    case 'procedure':
    case 'builtin':
      return;
    case 'null':
      report(pointerErrors.nullAsValue(e.span));
      return;
    case 'variable':
      if (e.variable.shape?.kind === 'assumed-size') report(subscriptErrors.wholeAssumedSize(e.variable, e.span));
      if (e.variable.procedure) report(nameErrors.procedureAsValue(e));
      return;
    case 'part':
      if (e.component.procedure) report(nameErrors.procedureAsValue(e));
      designatorValue(report, e);
      return;
    case 'element':
    case 'substring':
    case 'complex-part':
      designatorValue(report, e);
      return;
    case 'call':
      called(report, e.callee, e.args);
      return;
    case 'intrinsic':
      intrinsic(report, e);
      return;
    case 'library-call':
      for (const x of e.args) if (x && x.kind !== 'variable' && x.kind !== 'null' && !isProcedure(x)) value(report, x);
      return;
    case 'convert':
      value(report, e.value);
      return;
    case 'unary':
      value(report, e.operand);
      return;
    case 'binary':
      value(report, e.left);
      value(report, e.right);
      return;
    case 'array-constructor':
      eachInside(e, (x) => value(report, x));
      return;
    case 'structure':
      eachInside(e, (x) => void (x.kind !== 'null' && !isProcedure(x) && value(report, x)));
      return;
    default:
      impossible(e);
  }
}

function designatorValue(report: Report, e: Expr): void {
  if (e.type.base === 'derived' && !e.type.polymorphic && e.type.type.abstract && !e.type.type.library)
    report(typeErrors.abstractPart(e, e.type.type.name));
  designator(report, e, false);
}

/** A dummy procedure, a procedure pointer, or a component that is one. */
function isProcedure(e: Expr): boolean {
  return e.kind === 'variable' ? e.variable.procedure !== undefined : e.kind === 'part' && !!e.component.procedure;
}

/** Whether it is passed on as it is: procedures, and arrays of any rank. */
function passes(e: Expr): boolean {
  return isProcedure(e) || (e.kind === 'variable' && e.variable.shape?.kind === 'assumed-rank');
}

/** `subscripted`: subscripts of this part follow. */
function designator(report: Report, e: Expr, subscripted: boolean): void {
  switch (e.kind) {
    case 'part':
      if (e.base.rank > 0) arrayOfParts(report, e, subscripted);
      designator(report, e.base, false);
      return;
    case 'element':
      openSection(report, e);
      for (const s of e.subscripts) {
        if (s.kind === 'range') for (const x of [s.from, s.to, s.step]) given(report, x);
        else value(report, s.value);
      }
      designator(report, e.base, true);
      return;
    case 'substring':
      for (const x of [e.from, e.to]) if (x) value(report, x);
      designator(report, e.base, false);
      return;
    case 'complex-part':
      designator(report, e.base, false);
      return;
    case 'variable':
      return;
    default:
      value(report, e);
  }
}

function arrayOfParts(report: Report, e: Extract<Expr, { kind: 'part' }>, subscripted: boolean): void {
  const { attributes, shape, procedure } = e.component;
  if (attributes.allocatable || attributes.pointer || procedure)
    report(subscriptErrors.pointerOfArray(e.component, e.span));
  else if (!subscripted && rankOf(shape) !== 0) report(subscriptErrors.twoArrayParts(e.span));
}

/** `a(2:)` of an array whose end is not known. */
function openSection(report: Report, e: Extract<Expr, { kind: 'element' }>): void {
  if (e.base.kind !== 'variable' || e.base.variable.shape?.kind !== 'assumed-size') return;
  const last = e.subscripts.at(-1);
  if (last?.kind === 'range' && !last.to) report(subscriptErrors.wholeAssumedSize(e.base.variable, e.span));
}

function called(report: Report, callee: CalleeExpr, args: readonly Actual[]): void {
  if (callee.kind === 'pointer') designator(report, callee.pointer, false);
  if (callee.kind === 'bound' && callee.binding.pass === undefined && callee.object.rank > 0)
    report(subscriptErrors.twoArrayParts(callee.object.span));
  const signature = signatureOf(callee);
  if (callee.kind === 'procedure' && !signature.targets.global) scattered(report, callee.procedure, args);
  if (callee.kind === 'procedure' && signature.targets.global) launched(report, callee.procedure, args);
  if (signature.elemental) conform(report, args, signature.pure ? signature.dummies : []);
  actuals(report, signature.dummies, args);
}

function launched(report: Report, p: Procedure, args: readonly Actual[]): void {
  for (const [i, d] of p.signature.dummies.entries()) {
    const a = args[i];
    if (d === 'alternate-return' || !a || a.kind === 'alternate-return') continue;
    const few = d.ignoreTkr ? undefined : tooFew(d, a);
    if (few) report(callErrors.tooFewElements(p, d, a, few, 'warning'));
    const input = d.attributes.intent === 'out' || d.attributes.intent === 'inout' ? deviceDataOfInput(a) : undefined;
    const why = input && { why: `a component of \`${input.name}\`, which has intent(in)`, at: input.span };
    if (why) report(callErrors.argumentNotDefinable(p, d, a, why, 'warning'));
  }
}

function scattered(report: Report, p: Procedure, args: readonly Actual[]): void {
  const { dummies } = p.signature;
  for (let i = 0; i < dummies.length; i++) {
    const d = dummies[i]!;
    const a = args[i];
    if (d === 'alternate-return' || !a || a.kind === 'alternate-return' || d.ignoreTkr) continue;
    const why = d.procedure && calledAlike(d, a) ? interfaceMismatch(d, a) : undefined;
    if (why) report(pointerErrors.procedureInterface(`\`${d.name}\``, why, a.span, 'warning'));
    if (scatteredElement(d, a)) report(callErrors.scatteredElement(p, d, a));
    const few = a.kind === 'element' ? tooFew(d, a) : undefined;
    if (few) report(callErrors.tooFewElements(p, d, a, few, 'warning'));
    const sizes = few ? undefined : beyondSection(d, a);
    if (sizes) report(callErrors.beyondSection(p, d, a, sizes));
  }
}

/** Arrays given to an elemental procedure have one shape. */
function conform(report: Report, args: readonly Actual[], dummies: readonly (Variable | 'alternate-return')[]): void {
  let first: Expr | undefined;
  for (const a of args) {
    if (!a || a.kind === 'alternate-return' || a.rank <= 0) continue;
    if (first && (first.rank !== a.rank || !conformable(first, a))) report(callErrors.elementalShapes(first, a));
    first ??= a;
  }
  if (!first) return;
  for (const [i, a] of args.entries()) {
    const d = dummies[i];
    if (!a || a.kind === 'alternate-return' || !d || d === 'alternate-return' || a.rank !== 0) continue;
    if (d.attributes.intent === 'out' || d.attributes.intent === 'inout')
      report(callErrors.elementalScalar(d, a, first));
  }
}

/** Dummies that need no more than an address get an array of unknown size as it is. */
function actuals(report: Report, dummies: readonly (Variable | 'alternate-return')[], args: readonly Actual[]): void {
  for (let i = 0; i < args.length; i++) {
    const a = args[i];
    if (!a || a.kind === 'alternate-return' || a.kind === 'null' || passes(a)) continue;
    if (a.kind !== 'variable' || a.variable.shape?.kind !== 'assumed-size') value(report, a);
    else {
      const dummy = dummies[i];
      const shape = dummy === undefined || dummy === 'alternate-return' ? undefined : dummy.shape;
      const takes =
        dummy === undefined ||
        !shape ||
        shape.kind === 'explicit' ||
        shape.kind === 'assumed-size' ||
        shape.kind === 'assumed-rank';
      if (!takes) report(subscriptErrors.wholeAssumedSize(a.variable, a.span));
    }
  }
}

/** Those that ask for nothing that depends on the last extent. */
const askers = new Set(
  'bit_size c_associated c_loc digits epsilon huge is_contiguous kind lbound len loc maxexponent minexponent precision present radix range rank storage_size sizeof c_sizeof tiny'.split(
    ' ',
  ),
);
/** What works on elements and takes an array of one rank. */
const ofElements = new Set(
  'sum product maxval minval maxloc minloc findloc any all count parity iall iany iparity norm2 dot_product matmul transpose reshape spread pack unpack cshift eoshift merge'.split(
    ' ',
  ),
);
const boundAskers = new Set(['size', 'ubound']);

function intrinsic(report: Report, e: Extract<Expr, { kind: 'intrinsic' }>): void {
  for (let i = 0; i < e.args.length; i++) {
    const a = e.args[i];
    if (!a || a.kind === 'null' || isProcedure(a)) continue;
    if (a.kind === 'variable' && a.variable.shape?.kind === 'assumed-rank') {
      if (ofElements.has(e.name)) report(expressionErrors.assumedRankUsed(a));
      continue;
    }
    if (a.kind !== 'variable' || a.variable.shape?.kind !== 'assumed-size') value(report, a);
    else if (!(askers.has(e.name) || (boundAskers.has(e.name) && i === 0 && asksOther(e.args[1], a.rank))))
      report(subscriptErrors.wholeAssumedSize(a.variable, a.span));
  }
}

/** A dimension that is not the last one, as far as is known. */
function asksOther(dim: Expr | undefined, rank: number): boolean {
  return dim !== undefined && integerOf(dim) !== BigInt(rank);
}

// ---- loops ------------------------------------------------------------------------------------------------------

function setBy(s: Stmt): readonly Expr[] {
  if (s.kind === 'assign') return [s.to];
  if (s.kind === 'call') return changedBy(s.callee, s.args);
  if (s.kind === 'intrinsic-call') return setByIntrinsic(s.name, s.args);
  if (s.kind === 'allocate' || s.kind === 'deallocate') return s.stat ? [s.stat] : [];
  if (s.kind === 'do') return [{ kind: 'variable', variable: s.index, type: s.index.type, rank: 0, span: s.span }];
  return s.kind === 'io' ? setByTransfer(s) : [];
}

function setByTransfer(s: Extract<Stmt, { kind: 'io' }>): Expr[] {
  const results = s.controls.flatMap((c) => (c.how === 'result' ? [c.to] : []));
  return s.operation === 'read'
    ? [...results, ...s.items.flatMap((i) => (i.kind === 'value' ? [i.value] : []))]
    : results;
}

function setByIntrinsic(name: string, args: readonly (Expr | undefined)[]): Expr[] {
  const params = Object.values(intrinsics.get(name)?.takes ?? {});
  return args.flatMap((a, i) => (a && params[i]?.changes ? [a] : []));
}

/** What a procedure says to change. */
function changedBy(callee: CalleeExpr, args: readonly Actual[]): Expr[] {
  const { dummies } = signatureOf(callee);
  return args.flatMap((a, i): Expr[] => {
    const d = dummies[i];
    if (!a || a.kind === 'alternate-return' || !d || d === 'alternate-return') return [];
    return d.attributes.intent === 'out' || d.attributes.intent === 'inout' ? [a] : [];
  });
}

function loopVariable(report: Report, e: Expr, running: readonly Variable[]): void {
  if (e.kind === 'variable' && running.includes(e.variable)) report(controlErrors.loopVariableSet(e.variable, e.span));
}

/** Internal procedures that are called in a loop and set its variable, which is theirs by host association. */
function setInside(report: Report, s: Stmt, running: readonly Variable[]): void {
  const told = (callee: CalleeExpr, at: Span): void => {
    const p = callee.kind === 'procedure' ? callee.procedure : undefined;
    const changed = p?.host ? running.find((v) => setVariables(p).has(v)) : undefined;
    if (p && changed) report(controlErrors.loopVariableSetBy(changed, p.name, at));
  };
  if (s.kind === 'call') told(s.callee, s.span);
  const look = (e: Expr): void => {
    if (e.kind === 'call') told(e.callee, e.span);
    eachInside(e, look);
  };
  for (const e of ownEvents(s)) if (e.kind === 'read') look(e.value);
}

const known = new WeakMap<Procedure, ReadonlySet<Variable>>();

/** The scalar variables that a procedure sets itself. */
function setVariables(p: Procedure): ReadonlySet<Variable> {
  const before = known.get(p);
  if (before) return before;
  const found = new Set<Variable>();
  const look = (s: Stmt): void => {
    for (const e of setBy(s)) if (e.kind === 'variable' && e.variable.owner !== p) found.add(e.variable);
    for (const body of bodiesOf(s)) for (const inner of body) look(inner);
  };
  for (const s of p.body?.statements ?? []) look(s);
  known.set(p, found);
  return found;
}
