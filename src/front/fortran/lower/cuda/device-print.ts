/**
 * print and write in device code: the items of a line go to the host, which writes it. A line with arrays of more than a few elements or with implied do goes in parts,
 * each with the number of its thread; with a format the first item is that.
 */

import { add, i32, i64, mul, op } from '../../../../ir/build.ts';
import type { Expression, PrintItem } from '../../../../ir/module.ts';
import { ioOnDevice } from '../../errors/device.ts';
import { notSupported } from '../../errors/lowering.ts';
import { allComponents, constantExtents, isDescribed, layoutOf, structureOf } from '../../layout.ts';
import type { DerivedType, Expr, IoItem, Stmt, Type } from '../../program.ts';
import { type Context, plus } from '../context.ts';
import { countedLoop } from '../control/loops.ts';
import { loadValue } from '../memory.ts';
import { complexOf, plainOf, textOf, type Value } from '../value.ts';

type Io = Stmt & { readonly kind: 'io' };
/** Whole arrays up to this size are items of one record. */
const mostElements = 64;

/** What stands before the next part. */
type Line = { items: PrintItem[]; parts: boolean };

export function lowerDevicePrint(ctx: Context, s: Io): void {
  const format = formatOf(s);
  const unit = s.controls.find((c) => c.key === 'unit');
  const standard = !unit || (unit.how === 'value' && (unit.value === 'star' || isSix(unit.value)));
  const others = s.controls.some((c) => c.key !== 'unit' && c.key !== 'fmt');
  if (format === undefined || !standard || others || (s.operation !== 'print' && s.operation !== 'write')) {
    ctx.module.diagnostics.push(ioOnDevice(s.operation, s.span));
    return;
  }
  const line: Line = { items: format === '*' ? [] : [{ kind: 'format', text: format }], parts: false };
  for (const item of s.items) putItem(ctx, s, line, item);
  if (line.parts) line.items.push(part(1));
  ctx.emit({ kind: 'print', items: line.items });
}

/** `*`, a constant format, or none of both. */
function formatOf(s: Io): string | undefined {
  const fmt = s.controls.find((c) => c.key === 'fmt');
  if (fmt?.how !== 'value') return undefined;
  if (fmt.value === 'star') return '*';
  if ('format' in fmt.value) return `(${fmt.value.format})`;
  const { value } = fmt;
  return value.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined;
}

function isSix(e: Expr | { readonly format: string }): boolean {
  return 'kind' in e && e.kind === 'constant' && e.value === 6n;
}

function putItem(ctx: Context, s: Io, line: Line, item: IoItem): void {
  switch (item.kind) {
    case 'value':
      putValue(ctx, line, item.value);
      return;
    case 'defined':
      ctx.module.diagnostics.push(notSupported(s.span, 'defined output in device code'));
      return;
    default:
      emitPart(ctx, line);
      countedLoop(ctx, item.index, item.from, item.to, item.step, undefined, () => {
        for (const inner of item.items) putItem(ctx, s, line, inner);
        emitPart(ctx, line);
      });
  }
}

function putValue(ctx: Context, line: Line, e: Expr): void {
  if (e.kind === 'constant' && typeof e.value === 'string') line.items.push({ kind: 'text', text: e.value });
  else if (e.rank === 0) put(ctx, line, e.type, ctx.parts.scalar(ctx, e));
  else if (isSmall(e)) for (const one of elementsOf(e)) put(ctx, line, one.type, ctx.parts.scalar(ctx, one));
  else {
    emitPart(ctx, line);
    ctx.parts.eachElement(ctx, e, (value) => {
      ctx.scope(() => {
        put(ctx, line, e.type, value);
        emitPart(ctx, line);
      });
    });
  }
}

/** What there is goes out; the line goes on. */
function emitPart(ctx: Context, line: Line): void {
  line.parts = true;
  if (line.items.length === 0) return;
  ctx.emit({ kind: 'print', items: [...line.items, part(0)] });
  line.items = [];
}

/** Says whose line a record belongs to, and whether it is the end of it (1). */
function part(last: number): PrintItem {
  const of = (name: 'tid.x' | 'tid.y' | 'tid.z' | 'ntid.x' | 'ntid.y'): Expression => ({
    kind: 'special',
    type: 'i32',
    name,
  });
  const thread = add(mul(add(mul(of('tid.z'), of('ntid.y')), of('tid.y')), of('ntid.x')), of('tid.x'));
  return { kind: 'part', bytes: 4, value: add(mul(thread, i32(2)), i32(last)) };
}

function isSmall(e: Expr): boolean {
  const extents = e.kind === 'variable' && e.variable.shape ? constantExtents(e.variable.shape) : undefined;
  return extents !== undefined && extents.reduce((a, b) => a * b, 1) <= mostElements;
}

/** Each element of a whole array whose shape is constant. */
function elementsOf(e: Expr): Expr[] {
  const shape = e.kind === 'variable' ? e.variable.shape : undefined;
  const extents = (shape && constantExtents(shape)) ?? [];
  const lowers = shape?.kind === 'explicit' ? shape.bounds.map((b) => b.lower) : [];
  return Array.from({ length: extents.reduce((a, b) => a * b, 1) }, (_, k): Expr => {
    let rest = k;
    const subscripts = extents.map((n, d) => {
      const at = rest % n;
      rest = Math.floor(rest / n);
      const lower = lowers[d];
      const base = lower?.kind === 'constant' && typeof lower.value === 'bigint' ? lower.value : 1n;
      return { kind: 'index', value: integer(base + BigInt(at), e) } as const;
    });
    return { kind: 'element', base: e, subscripts, type: e.type, rank: 0, span: e.span };
  });
}

function integer(value: bigint, { span }: Expr): Expr {
  return { kind: 'constant', type: { base: 'integer', kind: 8 }, rank: 0, span, value };
}

function put(ctx: Context, line: Line, type: Type, v: Value): void {
  const { items } = line;
  switch (type.base) {
    case 'integer':
      items.push({ kind: 'integer', bytes: type.kind, value: plainOf(v) });
      return;
    case 'logical': {
      const n = op('to.i32', [plainOf(v)]);
      items.push({ kind: 'logical', bytes: type.kind, value: type.kind === 8 ? op('extend', [n]) : n });
      return;
    }
    case 'real':
      items.push({ kind: 'real', bytes: type.kind, value: plainOf(v) });
      return;
    case 'complex':
      items.push({ kind: 'complex', bytes: type.kind, re: complexOf(v).re, im: complexOf(v).im });
      return;
    case 'character':
      items.push({ kind: 'string', address: textOf(v).address, length: textOf(v).length });
      return;
    case 'derived':
      if (v.kind === 'derived') putObject(ctx, line, type.type, v.address);
      return;
    default:
      ctx.module.diagnostics.push(notSupported(ctx.at, 'a class(*) object in device output'));
  }
}

/** An object: its components one after the other. */
function putObject(ctx: Context, line: Line, type: DerivedType, address: Expression): void {
  const object = ctx.keep(address);
  const { offsets } = structureOf(type);
  for (const c of allComponents(type)) {
    if (c.procedure || isDescribed(c.type, c.shape, c.attributes)) {
      const what = `component \`${c.name}\` (allocatable or pointer) in device output`;
      ctx.module.diagnostics.push(notSupported(ctx.at, what));
      continue;
    }
    const at = plus(object, offsets.get(c) ?? 0);
    const size = layoutOf(c.type)?.size ?? 0;
    const length = c.type.base === 'character' ? i64(size) : undefined;
    if (!c.shape) {
      put(ctx, line, c.type, loadValue(ctx, c.type, at, length));
      continue;
    }
    const count = (constantExtents(c.shape) ?? []).reduce((a, b) => a * b, 1);
    emitPart(ctx, line);
    ctx.for('at', i64(0), i64(count), i64(size), (k) => {
      put(ctx, line, c.type, loadValue(ctx, c.type, plus(at, k), length));
      emitPart(ctx, line);
    });
  }
}
