/** Input and output: calls of the runtime per specifier and item (library/io-keys.ts). */
import { InternalError } from '../../../../base/impossible.ts';
import { i32, i64, nullPointer, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import {
  type IoFlag,
  ioFlagBit,
  ioFlags,
  ioHasResults,
  ioHasUnit,
  ioIsComplete,
  ioKeyNumber,
  ioKeys,
  ioOperationNumber,
} from '../../../../library/io-keys.ts';
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
import { lowerRecord } from './io-record.ts';
import { lowerTransfer } from './io-transfer.ts';

type Io = Stmt & { readonly kind: 'io' };

export function lowerIo(ctx: Context, s: Io): void {
  if (ctx.mode === 'device') return void lowerDevicePrint(ctx, s);
  const whole = isUnformatted(s) ? lowerRecord(ctx, s, flags(s)) : lowerTransfer(ctx, s, flags(s));
  if (whole) {
    for (const c of s.controls) if (c.how === 'result') result(ctx, c.key, c.to, whole);
    return void branches(ctx, s, whole);
  }
  const coded = s.controls.find((c) => c.key === '#length');
  const start = startOf(ctx, s);
  const values = s.controls.flatMap((c) => {
    if (start.taken.has(c)) return [];
    return [coded && c.key === 'unit' ? codedMemory(ctx, c, coded) : prepared(ctx, c)];
  });
  const complete = values.length === 0 && !s.namelist;
  // Among threads the statement is over when its results have been asked for.
  const results = ctx.module.threads && s.controls.some((c) => c.how === 'result');
  start.call((complete ? ioIsComplete : 0) | (results ? ioHasResults : 0));
  for (const set of values) set();
  const defined = s.namelist ? lowerNamelist(ctx, s.namelist, s.members ?? []) : [];
  if (!complete) ctx.runtime('io.go');
  if (defined.length > 0) transferMembers(ctx, defined);
  const unformatted = isUnformatted(s);
  for (const item of s.items) transferItem(ctx, s, item, unformatted);
  const status = ctx.runtime('io.end')[0] ?? i32(0);
  for (const c of s.controls) if (c.how === 'result') result(ctx, c.key, c.to, status);
  if (results) ctx.runtime('io.leave');
  branches(ctx, s, status);
}

function keyOf(key: string): Expression {
  const known = ioKeys.find((k) => k.toLowerCase() === key.toLowerCase());
  if (!known) throw new InternalError(`no I/O specifier ${key}`);
  return i32(ioKeyNumber(known));
}

/** Specifiers are evaluated before the statement starts, so that a function in one may do I/O itself. */
function prepared(ctx: Context, c: IoControl): () => void {
  if (c.how === 'result') return () => void ctx.runtime('io.set-integer', keyOf(c.key), i64(1));
  const { value } = c;
  if (value === 'star' || 'format' in value) throw new InternalError(`no value of ${c.key}`, ctx.at);
  if (c.key === 'unit' && value.type.base === 'character') return internalFile(ctx, value);
  if (value.rank > 0) return wholeText(ctx, c.key, value);
  if (value.type.base === 'character') {
    const [address, length] = keptText(ctx, value);
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

type Start = {
  /** What goes with the call. */
  readonly taken: ReadonlySet<IoControl>;
  readonly call: (bits: number) => void;
};

/** The call that starts the statement, with the specifiers that most have: unit, format, and the flags. */
function startOf(ctx: Context, s: Io): Start {
  const taken = new Set<IoControl>(s.controls.filter((c) => isTold(c)));
  let bits = flags(s);
  let unit: Expression = i64(0);
  let format: readonly [Expression, Expression] = [nullPointer('ptr.host'), i64(0)];
  for (const c of s.controls) {
    if (c.how === 'result' || !isPlain(c)) continue;
    const { value } = c;
    if (value === 'star') bits |= c.key === 'fmt' ? ioFlagBit('star') : 0;
    else if ('format' in value) format = [ctx.text(`(${value.format})`), i64(value.format.length + 2)];
    else if (c.key === 'unit') {
      unit = ctx.keep(integerOf(ctx, value));
      bits |= ioHasUnit;
    } else format = keptText(ctx, value);
    taken.add(c);
  }
  const operation = i32(ioOperationNumber(s.operation));
  return { taken, call: (more) => void ctx.runtime('io.start', operation, i32(bits | more), unit, ...format) };
}

/** A specifier that needs no call of its own: its flag is told at the start, or there is nothing to tell. */
function isTold(c: IoControl): boolean {
  return c.how === 'result' ? !announcedKeys.has(c.key) : c.key === '#length';
}

/** A unit's number, or a format in a scalar. */
function isPlain(c: IoControl & { readonly how: 'value' }): boolean {
  if (c.key !== 'unit' && c.key !== 'fmt') return false;
  if (c.value === 'star' || 'format' in c.value) return true;
  if (c.value.rank > 0) return false;
  return c.key === 'fmt' ? c.value.type.base === 'character' : c.value.type.base === 'integer';
}

function keptText(ctx: Context, e: Expr): readonly [Expression, Expression] {
  const text = textOf(ctx.parts.scalar(ctx, e));
  return [ctx.keep(text.address), ctx.keep(text.length)];
}

function flags(s: Io): number {
  const asked: Readonly<Record<Exclude<IoFlag, 'star'>, boolean>> = {
    hasIostat: s.controls.some((c) => c.key === 'iostat'),
    hasIomsg: s.controls.some((c) => c.key === 'iomsg'),
    hasErr: s.branches.err !== undefined,
    hasEnd: s.branches.end !== undefined,
    hasEor: s.branches.eor !== undefined,
  };
  return ioFlags.reduce((bits, flag) => (flag !== 'star' && asked[flag] ? bits | ioFlagBit(flag) : bits), 0);
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
