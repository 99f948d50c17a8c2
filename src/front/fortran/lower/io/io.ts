/** Input and output: calls of the runtime per specifier and item (library/io-keys.ts). */
import { InternalError } from '../../../../base/impossible.ts';
import { i32, i64, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { type IoKey, ioKeyNumber, ioKeys, ioOperationNumber } from '../../../../library/io-keys.ts';
import type { Expr, IoControl, IoItem, Stmt } from '../../program.ts';
import { assignValue } from '../assignment.ts';
import type { Context } from '../context.ts';
import { goTo } from '../control/goto-branch.ts';
import { countedLoop } from '../control/loops.ts';
import { convertValue } from '../convert.ts';
import { lowerDevicePrint } from '../cuda/device-print.ts';
import { isDesignator, lowerAddress, lowerLength } from '../designator.ts';
import { plain, textOf } from '../value.ts';
import { definedItem, transferMembers } from './io-defined.ts';
import { lowerItem } from './io-item.ts';
import { lowerNamelist } from './io-namelist.ts';

type Io = Stmt & { readonly kind: 'io' };

export function lowerIo(ctx: Context, s: Io): void {
  if (ctx.mode === 'device') return void lowerDevicePrint(ctx, s);
  const coded = s.controls.find((c) => c.key === '#length');
  const values = s.controls.map((c) => (coded && c.key === 'unit' ? codedMemory(ctx, c, coded) : prepared(ctx, c)));
  ctx.runtime('io.start', i32(ioOperationNumber(s.operation)));
  for (const set of values) set();
  flags(ctx, s);
  const defined = s.namelist ? lowerNamelist(ctx, s.namelist, s.members ?? []) : [];
  ctx.runtime('io.go');
  if (defined.length > 0) transferMembers(ctx, defined);
  const unformatted = isUnformatted(s);
  for (const item of s.items) transferItem(ctx, s, item, unformatted);
  const status = ctx.runtime('io.end')[0] ?? i32(0);
  for (const c of s.controls) if (c.how === 'result') result(ctx, c.key, c.to, status);
  branches(ctx, s, status);
}

function keyOf(key: string): Expression {
  const known = ioKeys.find((k) => k.toLowerCase() === key.toLowerCase());
  if (!known) throw new InternalError(`no I/O specifier ${key}`);
  return i32(ioKeyNumber(known));
}

/** Specifiers are evaluated before the statement starts, so that a function in one may do I/O itself. */
function prepared(ctx: Context, c: IoControl): () => void {
  if (c.how === 'result') return () => announced(ctx, c.key);
  if (c.key === '#length') return () => {};
  const { value } = c;
  if (value === 'star') return () => void (c.key === 'fmt' && ctx.runtime('io.set-integer', keyOf('star'), i64(1)));
  if ('format' in value) {
    const text = `(${value.format})`;
    return () => setText(ctx, c.key, ctx.text(text), i64(text.length));
  }
  if (c.key === 'unit' && value.type.base === 'character') return internalFile(ctx, value);
  if (value.rank > 0) return wholeText(ctx, c.key, value);
  if (value.type.base === 'character') {
    const text = textOf(ctx.parts.scalar(ctx, value));
    const [address, length] = [ctx.keep(text.address), ctx.keep(text.length)];
    return () => setText(ctx, c.key, address, length);
  }
  const x = ctx.keep(integerOf(ctx, value));
  return () => void ctx.runtime('io.set-integer', keyOf(c.key), x);
}

function integerOf(ctx: Context, e: Expr): Expression {
  const v = convertValue(ctx, ctx.parts.scalar(ctx, e), e.type, { base: 'integer', kind: 8 });
  if (v.kind !== 'plain') throw new InternalError('an integer specifier', e.span);
  return v.x;
}

function setText(ctx: Context, key: string, address: Expression, length: Expression): void {
  ctx.runtime('io.set-text', keyOf(key), address, length);
}

/** A format in an array: its elements one after the other. */
function wholeText(ctx: Context, key: string, e: Expr): () => void {
  const address = ctx.parts.arrayArgument(ctx, undefined, e);
  const place = ctx.parts.arrayPlace(ctx, e);
  const count = place.dimensions.map((d) => d.extent ?? i64(1)).reduce((a, b) => op('mul', [a, b]), i64(1));
  const length = ctx.keep(op('mul', [count, ctx.parts.elementBytes(ctx, e)]));
  return () => setText(ctx, key, address, length);
}

function internalFile(ctx: Context, e: Expr): () => void {
  const set = internalMemory(ctx, e);
  if (e.type.base !== 'character' || e.type.kind === 1) return set;
  return () => {
    setText(ctx, 'encoding', ctx.text('utf-8'), i64(5));
    set();
  };
}

function internalMemory(ctx: Context, e: Expr): () => void {
  if (e.rank === 0) {
    const address = ctx.keep(isDesignator(e) ? lowerAddress(ctx, e) : textOf(ctx.parts.scalar(ctx, e)).address);
    const length = ctx.keep(lowerLength(ctx, e));
    return () => void ctx.runtime('io.set-internal', address, length, i64(1));
  }
  const address = ctx.keep(ctx.parts.arrayArgument(ctx, undefined, e));
  const place = ctx.parts.arrayPlace(ctx, e);
  const count = ctx.keep(place.dimensions.map((d) => d.extent ?? i64(1)).reduce((a, b) => op('mul', [a, b]), i64(1)));
  const length = ctx.keep(ctx.parts.elementBytes(ctx, e));
  return () => void ctx.runtime('io.set-internal', address, length, count);
}

/** Of encode and decode: any variable as records of so many characters. */
function codedMemory(ctx: Context, unit: IoControl, length: IoControl): () => void {
  const e = unit.how === 'value' ? unit.value : 'star';
  const n = length.how === 'value' ? length.value : 'star';
  if (typeof e !== 'object' || !('kind' in e) || typeof n !== 'object' || !('kind' in n))
    throw new InternalError('encode without its buffer', ctx.at);
  const characters = ctx.keep(integerOf(ctx, n));
  const address = ctx.keep(e.rank === 0 ? lowerAddress(ctx, e) : ctx.parts.arrayArgument(ctx, undefined, e));
  const place = e.rank === 0 ? undefined : ctx.parts.arrayPlace(ctx, e);
  const count = (place?.dimensions ?? []).map((d) => d.extent ?? i64(1)).reduce((a, b) => op('mul', [a, b]), i64(1));
  const bytes = op('mul', [count, ctx.parts.elementBytes(ctx, e)]);
  const records = ctx.keep(op('max', [op('div', [bytes, op('max', [characters, i64(1)])]), i64(1)]));
  return () => void ctx.runtime('io.set-internal', address, characters, records);
}

/** Results that the runtime must know of beforehand. */
const announcedKeys: ReadonlySet<string> = new Set(['newunit', 'size', 'iolength', 'id']);

function announced(ctx: Context, key: string): void {
  if (announcedKeys.has(key)) ctx.runtime('io.set-integer', keyOf(key), i64(1));
}

function flags(ctx: Context, s: Io): void {
  const set = (key: IoKey) => void ctx.runtime('io.set-integer', keyOf(key), i64(1));
  if (s.controls.some((c) => c.key === 'iostat')) set('hasIostat');
  if (s.controls.some((c) => c.key === 'iomsg')) set('hasIomsg');
  if (s.branches.err !== undefined) set('hasErr');
  if (s.branches.end !== undefined) set('hasEnd');
  if (s.branches.eor !== undefined) set('hasEor');
}

function isUnformatted(s: Io): boolean {
  if (s.operation === 'iolength') return true;
  return (s.operation === 'read' || s.operation === 'write') && !s.namelist && !s.controls.some((c) => c.key === 'fmt');
}

function transferItem(ctx: Context, s: Io, item: IoItem, unformatted: boolean): void {
  if (item.kind === 'value') {
    ctx.scope(() => lowerItem(ctx, item.value, s.operation === 'read', unformatted));
    return;
  }
  if (item.kind === 'defined') {
    definedItem(ctx, item);
    return;
  }
  countedLoop(ctx, item.index, item.from, item.to, item.step, undefined, () => {
    for (const inner of item.items) transferItem(ctx, s, inner, unformatted);
  });
}

function result(ctx: Context, key: string, to: Expr, status: Expression): void {
  if (key === 'iostat') return void assignInteger(ctx, to, op('extend', [status]));
  if (to.type.base === 'character') {
    const address = ctx.keep(lowerAddress(ctx, to));
    ctx.runtime('io.result-text', keyOf(key), address, lowerLength(ctx, to));
    return;
  }
  assignInteger(ctx, to, ctx.runtime('io.result-integer', keyOf(key))[0] ?? i64(0));
}

function assignInteger(ctx: Context, to: Expr, x: Expression): void {
  assignValue(ctx, to, convertValue(ctx, plain(x), { base: 'integer', kind: 8 }, to.type));
}

function branches(ctx: Context, s: Io, status: Expression): void {
  const { end, err, eor } = s.branches;
  const is = (n: number) => op('eq', [status, i32(n)]);
  if (end !== undefined) ctx.if(is(-1), () => goTo(ctx, end));
  if (eor !== undefined) ctx.if(is(-2), () => goTo(ctx, eor));
  if (err !== undefined) ctx.if(op('gt', [status, i32(0)]), () => goTo(ctx, err));
}
