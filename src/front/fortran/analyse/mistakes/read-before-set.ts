/** Scalars that are read where nothing can have given them a value: the sum that nobody set to 0. */
import type { Diagnostic } from '../../../../base/diagnostic.ts';
import { bodiesOf } from '../../bodies-of.ts';
import * as expressionErrors from '../../errors/expressions.ts';
import type { Expr, Procedure, Stmt, Variable } from '../../program.ts';
import { eachVariable, ownEvents, someInside } from '../walk-program.ts';
import { kindsOf } from './walk.ts';

type Scan = {
  readonly report: (d: Diagnostic) => void;
  /** What cannot have a value yet, and has not been told. */
  readonly unset: Set<Variable>;
  /** `reads` and `touch` of this scan, for what is inside an expression. */
  readonly look: (e: Expr) => boolean;
  readonly drop: (v: Variable) => void;
};

export function checkReadBeforeSet(report: (d: Diagnostic) => void, p: Procedure): void {
  if (!p.body || p.body.internals.length > 0 || p.name.endsWith('.entries')) return;
  const kinds = kindsOf(p);
  // Where statements are reached in another order than they stand in.
  if (kinds.has('goto') || kinds.has('computed-goto')) return;
  const unset = new Set(p.body.variables.filter((v) => isOwn(v, p)));
  const scan: Scan = {
    report,
    unset,
    look: (e) => {
      reads(scan, e);
      return false;
    },
    drop: (v) => void unset.delete(v),
  };
  scanList(scan, p.body.statements, false);
}

function isOwn(v: Variable, p: Procedure): boolean {
  const { type, attributes: a } = v;
  const plain = type.base === 'integer' || type.base === 'real' || type.base === 'complex' || type.base === 'logical';
  if (!plain || v.shape || v.procedure || v.pointee || v.overlay || v.initial || v.bindName !== undefined) return false;
  if (a.pointer || a.allocatable || a.target || a.volatile || a.placement !== 'host') return false;
  return (
    v.owner === p &&
    (v.storage === 'automatic' || v.storage === 'result' || (v.storage === 'static' && p.origin === 'main'))
  );
}

/** The value from outside that a variable of a construct's own begins with: it stands where the variable outside is declared. */
function isStart({ value, span }: Extract<Stmt, { kind: 'assign' }>): boolean {
  return value.kind === 'variable' && value.variable.span === span;
}

/** `loops`: the statements may run again, after those behind them. */
function scanList(s: Scan, list: readonly Stmt[], loops: boolean): void {
  for (const one of list) if (s.unset.size > 0) scanStatement(s, one, loops);
}

function scanStatement(scan: Scan, s: Stmt, loops: boolean): void {
  switch (s.kind) {
    case 'assign':
      if (!isStart(s)) reads(scan, s.value);
      touch(scan, s.to);
      return;
    case 'if':
    case 'select-case':
      reads(scan, s.kind === 'if' ? s.arms[0]!.condition : s.selector);
      for (const body of bodiesOf(s)) {
        if (loops) touchAll(scan, body);
        else scanList(scan, body, loops);
      }
      return;
    case 'do':
      reads(scan, s.from);
      reads(scan, s.to);
      if (s.step) reads(scan, s.step);
      scan.unset.delete(s.index);
      scanList(scan, s.body, true);
      return;
    case 'block':
    case 'associate':
      scanList(scan, s.body, loops);
      return;
    default:
      touchAll(scan, [s]);
  }
}

function read(scan: Scan, v: Variable, at: Expr): void {
  if (scan.unset.delete(v)) scan.report(expressionErrors.readBeforeSet(v, at.span));
}

/** They ask for properties, not for values. */
const inquiries: ReadonlySet<string> = new Set(
  'bit_size digits epsilon huge kind maxexponent minexponent precision radix range rank storage_size tiny sizeof loc c_loc c_sizeof size shape lbound ubound len present allocated associated'.split(
    ' ',
  ),
);

/** Variables whose value an expression needs; what functions are given may be set by them. */
function reads(scan: Scan, e: Expr): void {
  if (e.kind === 'constant') return;
  if (e.kind === 'variable') {
    read(scan, e.variable, e);
    return;
  }
  const asks = e.kind === 'intrinsic' && inquiries.has(e.name);
  if (asks || e.kind === 'call' || e.kind === 'library-call') touch(scan, e);
  else if (e.kind === 'intrinsic' && e.name === 'transfer') {
    if (e.args[0]) reads(scan, e.args[0]);
  } else someInside(e, scan.look);
}

function touch(scan: Scan, e: Expr): void {
  eachVariable(e, scan.drop);
}

/** All that a statement mentions: what happens in it is not followed. */
function touchAll(scan: Scan, list: readonly Stmt[]): void {
  for (const s of list) {
    if (scan.unset.size === 0) return;
    for (const e of ownEvents(s)) {
      if (e.kind === 'read') touch(scan, e.value);
      else if (e.kind === 'write') touch(scan, e.to);
      else if (e.kind === 'index') scan.unset.delete(e.variable);
    }
    if (s.kind === 'io') {
      for (const c of s.controls) if (c.how === 'result') touch(scan, c.to);
      for (const v of s.namelist?.variables ?? []) scan.unset.delete(v);
    }
    if (s.kind === 'allocate' || s.kind === 'deallocate')
      for (const x of [s.stat, s.errmsg, s.kind === 'allocate' ? s.pinned : undefined]) if (x) touch(scan, x);
    if (s.kind === 'associate') for (const v of s.variables) if (v.associated) touch(scan, v.associated);
    for (const body of bodiesOf(s)) touchAll(scan, body);
  }
}
