/** -Mchkptr: before a statement follows a pointer or an allocatable that has nothing, the program ends with a message that names it. Host code. */
import { i64, op } from '../../../../ir/build.ts';
import type { Actual, Attributes, CalleeExpr, Expr, Stmt } from '../../program.ts';
import { signatureOf } from '../../signature-of.ts';
import { isAllocated } from '../arrays/descriptor.ts';
import { type Context, notNull } from '../context.ts';
import { isDescribedDesignator } from '../designator.ts';
import { line } from './allocation.ts';

/** These ask about an object without looking at its value. */
const inquiries: ReadonlySet<string> = new Set(
  (
    'allocated associated present null size shape lbound ubound loc kind len storage_size sizeof is_contiguous rank ' +
    'extends_type_of same_type_as huge tiny epsilon precision range digits bit_size'
  ).split(' '),
);

export function checkPointers(ctx: Context, s: Stmt): void {
  if (!ctx.module.checks.pointers || ctx.mode !== 'host') return;
  switch (s.kind) {
    case 'assign':
      follow(ctx, s.value, true);
      // What is allocated by the assignment needs not to be there before.
      return void follow(ctx, s.to, !attributesOf(s.to)?.allocatable);
    case 'pointer-assign':
      follow(ctx, s.target, false);
      return void follow(ctx, s.to, false);
    case 'call':
      return void followCall(ctx, s.callee, s.args);
    case 'intrinsic-call':
      for (const a of s.args) follow(ctx, a, !movers.has(s.name));
      return;
    case 'do-while':
      return void follow(ctx, s.condition, true);
    case 'select-case':
      return void follow(ctx, s.selector, true);
    case 'where':
      return void follow(ctx, s.arms[0]?.mask, true);
    case 'forall':
      // Subscripts are not set yet.
      for (const inner of s.body)
        if (inner.kind === 'assign' && inner.to.kind === 'element' && inner.to.base.kind === 'variable')
          follow(ctx, inner.to.base, true);
      return;
    case 'associate':
      for (const v of s.variables) follow(ctx, v.associated, true);
      return;
    case 'io':
      // What lies in loops has subscripts that are not set yet.
      for (const i of s.items) if (i.kind === 'value') follow(ctx, i.value, true);
      return;
    case 'stop':
      return void follow(ctx, s.code, true);
    case 'return':
    case 'computed-goto':
      return void follow(ctx, s.value, true);
    case 'if':
      return void follow(ctx, s.arms[0]?.condition, true);
    case 'do':
      for (const e of [s.from, s.to, s.step]) follow(ctx, e, true);
      return;
    default:
      return;
  }
}

/** These set what was not there before. */
const movers: ReadonlySet<string> = new Set(['move_alloc']);

/** A dummy that may be absent, unallocated or a pointer gets what has nothing; others look at it. */
function followCall(ctx: Context, callee: CalleeExpr, args: readonly Actual[]): void {
  if (callee.kind === 'pointer') checkProcedure(ctx, callee.pointer);
  const { dummies } = signatureOf(callee);
  for (const [i, a] of args.entries()) {
    if (!a || a.kind === 'alternate-return') continue;
    const d = dummies[i];
    const plain = d !== undefined && d !== 'alternate-return' && !d.procedure && isAlwaysThere(d.attributes);
    follow(ctx, a, plain);
  }
}

const isAlwaysThere = (a: Attributes) => !a.optional && !a.pointer && !a.allocatable;

function checkProcedure(ctx: Context, pointer: Expr): void {
  if (hasCall(pointer)) return;
  const address = ctx.parts.scalar(ctx, pointer);
  if (address.kind !== 'plain') return;
  ctx.if(op('not', [notNull(address.x)]), () => fail(ctx, pointer));
}

/** `whole`: what stands here is itself looked at, and not only what it is a part of. */
function follow(ctx: Context, e: Expr | undefined, whole: boolean): void {
  switch (e?.kind) {
    case 'variable':
      if (whole) check(ctx, e);
      return;
    case 'part':
      follow(ctx, e.base, true);
      if (whole) check(ctx, e);
      return;
    case 'element':
      for (const s of e.subscripts) if (s.kind !== 'range') follow(ctx, s.value, true);
      return void follow(ctx, e.base, true);
    case 'substring':
      return void follow(ctx, e.base, true);
    case 'complex-part':
      return void follow(ctx, e.base, true);
    case 'convert':
      return void follow(ctx, e.value, whole);
    case 'unary':
      return void follow(ctx, e.operand, true);
    case 'binary':
      follow(ctx, e.left, true);
      // The left operand may be what guards the right one.
      if (e.operator !== 'and' && e.operator !== 'or') follow(ctx, e.right, true);
      return;
    case 'intrinsic':
      for (const a of e.args) follow(ctx, a, !inquiries.has(e.name) && e.name !== 'merge');
      return;
    case 'call':
      return void followCall(ctx, e.callee, e.args);
    default:
      return;
  }
}

function attributesOf(e: Expr): Attributes | undefined {
  if (e.kind === 'variable') return e.variable.attributes;
  return e.kind === 'part' && !e.component.procedure ? e.component.attributes : undefined;
}

function check(ctx: Context, e: Expr): void {
  const of = attributesOf(e);
  if (!of || of.optional || (!of.pointer && !of.allocatable)) return;
  if (!isDescribedDesignator(ctx, e) || hasCall(e)) return;
  ctx.if(op('not', [isAllocated(ctx.parts.descriptorAddress(ctx, e))]), () => fail(ctx, e));
}

function fail(ctx: Context, e: Expr): void {
  const text = `Null pointer for ${e.span.source.text.slice(e.span.from, e.span.to)}`;
  ctx.runtime('program.fail', ctx.text(text), i64(text.length), line(ctx));
}

/** A function in a subscript would be called twice. */
function hasCall(e: Expr): boolean {
  if (e.kind === 'part') return hasCall(e.base);
  if (e.kind === 'element') return hasCall(e.base) || e.subscripts.some((s) => s.kind !== 'range' && calls(s.value));
  return false;
}

function calls(e: Expr): boolean {
  if (e.kind === 'constant') return false;
  if (e.kind === 'variable') return false;
  if (e.kind === 'binary') return calls(e.left) || calls(e.right);
  return e.kind === 'convert' ? calls(e.value) : true;
}
