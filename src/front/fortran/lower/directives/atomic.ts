/** Indivisible updates of directives: an operation of the device where there is one, else compare and swap until nobody came between. */
import { i32, i64, load, local, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { layoutOf, memoryTypeOf } from '../../layout.ts';
import type { Expr, Stmt, Variable } from '../../program.ts';
import type { Context } from '../context.ts';
import { notYet } from '../not-yet.ts';
import { plainOf } from '../value.ts';
import { registerPlace } from '../variables/variables.ts';

type Atomic = Stmt & { readonly kind: 'atomic' };

export function lowerAtomic(ctx: Context, s: Atomic): void {
  const old = variableOf(s.old);
  if (ctx.mode !== 'device') {
    ctx.bind(s.old, { kind: 'memory', address: ctx.slot('old', bytesOf(s.to), 8) });
    assign(ctx, old, s.to);
    assign(ctx, s.to, s.value);
  } else if (!byOperation(ctx, s)) bySwapping(ctx, s);
  if (s.capture) assign(ctx, s.capture.to, s.capture.first ? old : s.value);
}

function variableOf(v: Variable): Expr {
  return { kind: 'variable', variable: v, type: v.type, rank: 0, span: v.span };
}

function assign(ctx: Context, to: Expr, value: Expr): void {
  ctx.parts.statements(ctx, [{ kind: 'assign', to, value, transfer: false, span: to.span, label: undefined }]);
}

function bytesOf(e: Expr): number {
  return layoutOf(e.type)?.size ?? 0;
}

function byOperation(ctx: Context, s: Atomic): boolean {
  const { operation } = s;
  if (!operation || (s.to.type.base !== 'integer' && s.to.type.base !== 'real')) return false;
  const memory = memoryTypeOf(s.to.type);
  if (memory !== 'i32' && memory !== 'i64' && memory !== 'f32' && memory !== 'f64') return false;
  const place = registerPlace(ctx, s.old);
  if (place.kind !== 'register') return false;
  ctx.bind(s.old, place);
  const operand = plainOf(ctx.parts.scalar(ctx, operation.operand));
  const arg = ctx.keep(operation.negated ? negated(operand) : operand);
  const scope = 'device';
  // The place stays an expression, so that passes see which array it lies in.
  const to = ctx.parts.address(ctx, s.to);
  ctx.emit({ kind: 'atomic', how: operation.how, memory, to, args: [arg], result: place.local, scope });
  return true;
}

function negated(x: Expression): Expression {
  if (x.type !== 'i32' && x.type !== 'i64') return op('neg', [x]);
  return op('sub', [x.type === 'i64' ? i64(0) : i32(0), x]);
}

function bySwapping(ctx: Context, s: Atomic): void {
  const bytes = bytesOf(s.to);
  if (bytes !== 4 && bytes !== 8) {
    notYet(ctx, `an atomic update of ${bytes} bytes`);
    ctx.bind(s.old, { kind: 'memory', address: ctx.slot('old', Math.max(8, bytes), 8) });
    return;
  }
  const cell = bytes === 4 ? 'i32' : 'i64';
  const word = (address: Expression): Expression => load(cell, address);
  const address = ctx.keep(ctx.parts.address(ctx, s.to), 'at');
  const seen = ctx.slot('seen', 8, 8);
  const wanted = ctx.slot('wanted', 8, 8);
  ctx.bind(s.old, { kind: 'memory', address: seen });
  ctx.bind(s.fresh, { kind: 'memory', address: wanted });
  const got = ctx.newLocal('got', cell);
  const label = ctx.freshLabel('swap');
  ctx.store(cell, seen, word(address));
  ctx.loop(label, () => {
    assign(ctx, variableOf(s.fresh), s.value);
    const before = ctx.keep(word(seen), 'before');
    const args = [before, ctx.keep(word(wanted), 'wanted')];
    ctx.emit({ kind: 'atomic', how: 'cas', memory: cell, to: address, args, result: got, scope: 'device' });
    ctx.if(op('eq', [local(got, cell), before]), () => ctx.break(label));
    ctx.store(cell, seen, local(got, cell));
  });
}
