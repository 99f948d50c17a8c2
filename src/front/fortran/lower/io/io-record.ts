/**
 * Unformatted statements that are one call of the runtime: `write (u) i, x` and `read (u, rec=k) a`, whose items are few numbers, which lie side by side in a cell of the procedure while the
 * statement runs, or one array whose elements lie so in any case.
 */
import { f64, i32, op } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { ioHasRecord } from '../../../../library/io-keys.ts';
import { layoutOf } from '../../layout.ts';
import type { Expr, IoControl, Stmt, Subscript, Type } from '../../program.ts';
import { assignValue } from '../assignment.ts';
import { type Context, plus } from '../context.ts';
import { isDesignator } from '../designator.ts';
import { loadValue, storeValue } from '../memory.ts';

type Io = Stmt & { readonly kind: 'io' };
type Value = IoControl & { readonly how: 'value' };

/** `sizes` of the call has three bits for each: the logarithm of its bytes, and 1. */
const mostItems = 10;
/** In `sizes`: all items are of the size that the lowest bits tell. */
const alike = -0x80000000;

/** The statement's status; undefined where it takes more than one call. `flags`: of its specifiers. */
export function lowerRecord(ctx: Context, s: Io, flags: number): Expression | undefined {
  if (s.operation !== 'read' && s.operation !== 'write') return undefined;
  const controls = controlsOf(s);
  const items = itemsOf(s);
  if (!controls || !items) return undefined;
  const read = s.operation === 'read';
  const one = items[0]!;
  if (items.length === 1 && one.rank > 0) return arrayRecord(ctx, s, controls, one, flags);
  if (!items.every((e) => e.rank === 0) || piecesOf(items).length > mostItems) return undefined;
  if (read && !isIndependent(items)) return undefined;
  return scalarRecord(ctx, s, controls, items, flags);
}

type Controls = { readonly unit: Expr; readonly rec: Expr | undefined };

/** Nothing but unit, record and who takes a failure. */
function controlsOf(s: Io): Controls | undefined {
  let unit: Expr | undefined;
  let rec: Expr | undefined;
  for (const c of s.controls) {
    const e = c.how === 'value' ? numberOf(c) : undefined;
    if (c.how === 'result' ? c.key !== 'iostat' : !e) return undefined;
    if (c.key === 'unit') unit = e;
    else if (c.key === 'rec') rec = e;
    else if (c.how === 'value') return undefined;
  }
  return unit && { unit, rec };
}

function numberOf({ value }: Value): Expr | undefined {
  if (value === 'star' || 'format' in value) return undefined;
  return value.rank === 0 && value.type.base === 'integer' && value.type.kind <= 4 ? value : undefined;
}

function itemsOf(s: Io): readonly Expr[] | undefined {
  const items: Expr[] = [];
  for (const item of s.items) {
    if (item.kind !== 'value' || !isNumber(item.value.type)) return undefined;
    items.push(item.value);
  }
  return items.length > 0 ? items : undefined;
}

function isNumber({ base }: Type): boolean {
  return base === 'integer' || base === 'real' || base === 'complex' || base === 'logical';
}

/** Bytes of what is written one after the other. */
function piecesOf(items: readonly Expr[]): readonly number[] {
  return items.flatMap(({ type }) => {
    const size = layoutOf(type)?.size ?? 0;
    return type.base === 'complex' ? [size / 2, size / 2] : [size];
  });
}

/** Whether what is read into one item changes the place of none. */
function isIndependent(items: readonly Expr[]): boolean {
  if (items.length === 1) return true;
  const isFixed = (x: Subscript): boolean => x.kind === 'index' && x.value.kind === 'constant';
  const isPlace = (e: Expr): boolean => {
    if (e.kind === 'variable') return !e.variable.pointee && !e.variable.associated;
    if (e.kind === 'part') return isPlace(e.base);
    return e.kind === 'element' && isPlace(e.base) && e.subscripts.every(isFixed);
  };
  return items.every(isPlace);
}

function scalarRecord(
  ctx: Context,
  s: Io,
  controls: Controls,
  items: readonly Expr[],
  flags: number,
): Expression | undefined {
  const places: number[] = [];
  let bytes = 0;
  for (const { type } of items) {
    places.push(bytes);
    bytes += layoutOf(type)?.size ?? 0;
  }
  const cell = ctx.slot('record', bytes, 8);
  // What is not read keeps its value.
  for (const [i, e] of items.entries())
    ctx.scope(() => storeValue(ctx, e.type, plus(cell, places[i]!), ctx.parts.scalar(ctx, e)));
  const sizes = piecesOf(items).reduceRight((bits, size) => bits * 8 + Math.log2(size) + 1, 0);
  const status = transfer(ctx, s, controls, flags, { address: cell, bytes: f64(bytes), sizes });
  if (s.operation === 'read')
    for (const [i, e] of items.entries())
      ctx.scope(() => assignValue(ctx, e, loadValue(ctx, e.type, plus(cell, places[i]!))));
  return status;
}

function arrayRecord(ctx: Context, s: Io, controls: Controls, e: Expr, flags: number): Expression | undefined {
  const whole = isDesignator(e) && isSimple(e) ? ctx.parts.contiguous(ctx, e) : undefined;
  const [piece] = piecesOf([e]);
  if (!whole || !piece) return undefined;
  const bytes = op('to.f64', [op('mul', [whole.count, ctx.parts.elementBytes(ctx, e)])]);
  const sizes = alike + Math.log2(piece) + 1;
  return transfer(ctx, s, controls, flags, { address: whole.address, bytes, sizes });
}

/** Its address may be computed in vain. */
function isSimple(e: Expr | undefined): boolean {
  if (!e || e.kind === 'constant' || e.kind === 'variable') return true;
  if (e.kind === 'part') return isSimple(e.base);
  if (e.kind !== 'element' || !isSimple(e.base)) return false;
  return e.subscripts.every((x) =>
    x.kind === 'range'
      ? isSimple(x.from) && isSimple(x.to) && isSimple(x.step)
      : x.kind === 'index' && isSimple(x.value),
  );
}

type Data = { readonly address: Expression; readonly bytes: Expression; readonly sizes: number };

function transfer(ctx: Context, s: Io, { unit, rec }: Controls, flags: number, data: Data): Expression | undefined {
  const number = (e: Expr): Expression => {
    const v = ctx.parts.scalar(ctx, e);
    return ctx.keep(v.kind === 'plain' ? v.x : i32(0));
  };
  const record = rec ? op('to.f64', [number(rec)]) : f64(0);
  const bits = i32(flags | (rec ? ioHasRecord : 0));
  return ctx.runtime(
    s.operation === 'read' ? 'io.read-record' : 'io.write-record',
    number(unit),
    bits,
    record,
    data.address,
    data.bytes,
    i32(data.sizes),
  )[0];
}
