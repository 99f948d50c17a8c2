/**
 * Formatted and list-directed statements that are one call of the runtime: `write (u, '(a)') line`, `read (u, *, iostat=s) n, x`. What they are is a constant text (transferPlan of machine/transfer-plan.ts),
 * their items lie in a cell of the procedure while the statement runs: numbers in place, characters and arrays by address.
 */
import { InternalError } from '../../../../base/impossible.ts';
import { i32, i64 } from '../../../../ir/build.ts';
import type { Expression } from '../../../../ir/module.ts';
import { ioFlagBit, ioHasUnit, ioIsInternal, ioStays } from '../../../../library/io-keys.ts';
import { type TransferItem, type TransferPlan, transferPlan } from '../../../../machine/transfer-plan.ts';
import type { Expr, IoControl, Stmt, Subscript, Type, Variable } from '../../program.ts';
import { assignValue } from '../assignment.ts';
import { type Context, plus } from '../context.ts';
import { convertValue } from '../convert.ts';
import { isDesignator, lowerAddress, lowerLength } from '../designator.ts';
import { loadValue, storeValue } from '../memory.ts';
import { textOf } from '../value.ts';

type Io = Stmt & { readonly kind: 'io' };

/** More go the general way. */
const mostItems = 24;
/** Bytes of an item in the cell: a complex number, or an address and a count. */
const itemBytes = 16;

/** The statement's status; undefined where it takes more than one call. `flags`: of its specifiers. */
export function lowerTransfer(ctx: Context, s: Io, flags: number): Expression | undefined {
  const { operation } = s;
  if (operation !== 'read' && operation !== 'write' && operation !== 'print') return undefined;
  const controls = s.namelist ? undefined : controlsOf(ctx, s);
  if (!controls || s.items.length > mostItems) return undefined;
  const read = operation === 'read';
  const values: Expr[] = [];
  for (const item of s.items) {
    if (item.kind !== 'value' || !isTaken(item.value, read)) return undefined;
    values.push(item.value);
  }
  if (read && !isIndependent(values)) return undefined;
  const items = values.map((e) => itemOf(ctx, e, read));
  return items.every((i) => i !== undefined) ? transfer(ctx, operation, controls, items, flags) : undefined;
}

type Controls = {
  readonly unit: Expr | undefined;
  readonly format: string;
  /** A character variable in the place of a file. */
  readonly internal: boolean;
  readonly bits: number;
};

function controlsOf(ctx: Context, s: Io): Controls | undefined {
  let unit: Expr | undefined;
  let format: string | undefined;
  let bits = 0;
  for (const c of s.controls) {
    if (c.how === 'result') {
      if (c.key !== 'iostat' && (c.key !== 'iomsg' || ctx.module.threads)) return undefined;
    } else if (c.key === 'fmt') format = formatOf(c);
    else if (c.key === 'advance') {
      const advance = textIn(c.value)?.trim().toLowerCase();
      if (advance !== 'yes' && advance !== 'no') return undefined;
      if (advance === 'no') bits |= ioStays;
    } else if (c.key !== 'unit') return undefined;
    else if (c.value !== 'star') {
      if ('format' in c.value || !isUnit(c.value)) return undefined;
      unit = c.value;
    }
  }
  const internal = unit?.type.base === 'character';
  return format === undefined ? undefined : { unit, format, internal, bits: internal ? bits | ioIsInternal : bits };
}

function formatOf({ value }: IoControl & { readonly how: 'value' }): string | undefined {
  if (value === 'star') return '*';
  return 'format' in value ? `(${value.format})` : textIn(value);
}

function textIn(e: Expr | 'star' | { readonly format: string }): string | undefined {
  if (e === 'star' || 'format' in e || e.kind !== 'constant' || e.rank > 0) return undefined;
  return typeof e.value === 'string' && e.type.base === 'character' && e.type.kind === 1 ? e.value : undefined;
}

/** A number, or a scalar as a file. */
function isUnit(e: Expr): boolean {
  if (e.rank > 0) return false;
  if (e.type.base === 'character') return e.type.kind === 1 && isDesignator(e) && isSimple(e);
  return e.type.base === 'integer' && e.type.kind <= 4;
}

function isTaken(e: Expr, read: boolean): boolean {
  const { base } = e.type;
  if (e.rank > 0) return isNumber(e.type) && isDesignator(e) && isSimple(e);
  if (base === 'character') return e.type.kind === 1 && (!read || (isDesignator(e) && isSimple(e)));
  return isNumber(e.type) && (!read || e.kind === 'variable' || (isDesignator(e) && isSimple(e)));
}

function isNumber({ base }: Type): boolean {
  return base === 'integer' || base === 'real' || base === 'complex' || base === 'logical';
}

/** Whether what is read into one item changes the place of none. */
function isIndependent(items: readonly Expr[]): boolean {
  const read = new Set<Variable>();
  for (const e of items) {
    const root = rootOf(e);
    if (!root || root.pointee || root.associated) return false;
    if (e.kind === 'variable' && e.rank === 0 && read.has(root)) return false;
    read.add(root);
  }
  if (items.length === 1) return true;
  const isFixed = (v: Variable): boolean =>
    !read.has(v) && !v.overlay && !v.pointee && !v.associated && !v.attributes.pointer && !v.attributes.target;
  return items.every((e) => placesOf(e).every((x) => isFixedIn(x, isFixed)));
}

function rootOf(e: Expr): Variable | undefined {
  if (e.kind === 'variable') return e.variable;
  if (e.kind === 'part' || e.kind === 'element' || e.kind === 'substring' || e.kind === 'complex-part')
    return rootOf(e.base);
  return undefined;
}

/** What tells where a designator lies. */
function placesOf(e: Expr): readonly Expr[] {
  const within = (x: Subscript): readonly (Expr | undefined)[] =>
    x.kind === 'range' ? [x.from, x.to, x.step] : x.kind === 'index' ? [x.value] : [];
  if (e.kind === 'part' || e.kind === 'complex-part') return placesOf(e.base);
  const own = e.kind === 'element' ? e.subscripts.flatMap(within) : e.kind === 'substring' ? [e.from, e.to] : [];
  const inside = e.kind === 'element' || e.kind === 'substring' ? placesOf(e.base) : [];
  return [...own.filter((x) => x !== undefined), ...inside];
}

function isFixedIn(e: Expr, isFixed: (v: Variable) => boolean): boolean {
  switch (e.kind) {
    case 'constant':
      return true;
    case 'variable':
      return e.rank === 0 && isFixed(e.variable);
    case 'convert':
      return isFixedIn(e.value, isFixed);
    case 'unary':
      return isFixedIn(e.operand, isFixed);
    case 'binary':
      return isFixedIn(e.left, isFixed) && isFixedIn(e.right, isFixed);
    default: // else: it may be something that is read
      return false;
  }
}

/** Its address may be computed in vain, and early. */
function isSimple(e: Expr | undefined): boolean {
  if (!e || e.kind === 'constant' || e.kind === 'variable') return true;
  if (e.kind === 'convert') return isSimple(e.value);
  if (e.kind === 'unary') return isSimple(e.operand);
  if (e.kind === 'binary') return isSimple(e.left) && isSimple(e.right);
  if (e.kind === 'part' || e.kind === 'complex-part') return isSimple(e.base);
  if (e.kind === 'substring') return isSimple(e.base) && isSimple(e.from) && isSimple(e.to);
  if (e.kind !== 'element' || !isSimple(e.base)) return false;
  return e.subscripts.every((x) =>
    x.kind === 'range'
      ? isSimple(x.from) && isSimple(x.to) && isSimple(x.step)
      : x.kind === 'index' && isSimple(x.value),
  );
}

/** `put` writes it into the cell, `take` assigns what came there. */
type Item = TransferItem & {
  readonly put: (at: Expression) => void;
  readonly take?: (at: Expression) => void;
};

/** Undefined where its memory cannot be handed over. */
function itemOf(ctx: Context, e: Expr, read: boolean): Item | undefined {
  const { type: known } = e;
  if (known.base === 'derived' || known.base === 'any') return undefined;
  const item: TransferItem = { type: known.base, kind: known.kind, many: true };
  if (isManaged(e)) return undefined;
  if (e.rank > 0) {
    const whole = ctx.parts.contiguous(ctx, e);
    return whole && handedOver(ctx, item, ctx.keep(whole.address), ctx.keep(whole.count));
  }
  if (!read && known.base === 'character') return { ...item, put: (at) => putText(ctx, e, at) };
  if (read && known.base === 'character')
    return handedOver(ctx, item, ctx.keep(lowerAddress(ctx, e)), ctx.keep(lowerLength(ctx, e)));
  if (read && e.kind !== 'variable') return handedOver(ctx, item, ctx.keep(lowerAddress(ctx, e)), i64(1));
  return {
    ...item,
    many: false,
    put: (at) => ctx.scope(() => storeValue(ctx, known, at, ctx.parts.scalar(ctx, e))),
    ...(read ? { take: (at) => ctx.scope(() => assignValue(ctx, e, loadValue(ctx, known, at))) } : {}),
  };
}

/** Profiles look for uses of managed memory in the calls of the runtime. */
function isManaged(e: Expr): boolean {
  return rootOf(e)?.attributes.placement === 'managed';
}

function putText(ctx: Context, e: Expr, at: Expression): void {
  const { address, length } = textOf(ctx.parts.scalar(ctx, e));
  putPlace(ctx, at, address, length);
}

function putPlace(ctx: Context, at: Expression, address: Expression, count: Expression): void {
  ctx.store('ptr.host', at, address);
  ctx.store('i64', plus(at, 8), count);
}

function handedOver(ctx: Context, item: TransferItem, address: Expression, count: Expression): Item | undefined {
  return address.type === 'ptr.host' ? { ...item, put: (at) => putPlace(ctx, at, address, count) } : undefined;
}

function transfer(
  ctx: Context,
  operation: TransferPlan['operation'],
  { unit, format, internal, bits }: Controls,
  items: readonly Item[],
  flags: number,
): Expression | undefined {
  const first = internal ? itemBytes : 0;
  const cell = ctx.slot('items', Math.max(first + itemBytes * items.length, 1), 16);
  const number = unit && !internal ? unitNumber(ctx, unit) : undefined;
  if (unit && internal) putPlace(ctx, cell, lowerAddress(ctx, unit), lowerLength(ctx, unit));
  const places = items.map((_, i) => plus(cell, first + itemBytes * i));
  for (const [i, item] of items.entries()) item.put(places[i]!);
  const text = transferPlan(operation, items, format);
  const told = (number ? ioHasUnit : 0) | (format === '*' ? ioFlagBit('star') : 0);
  const plan = ctx.text(text);
  const status = ctx.runtime(
    'io.transfer',
    number ?? i32(0),
    i32(flags | bits | told),
    plan,
    i32(text.length),
    cell,
  )[0];
  for (const [i, item] of items.entries()) item.take?.(places[i]!);
  return status;
}

function unitNumber(ctx: Context, unit: Expr): Expression {
  const x = ctx.parts.scalar(ctx, unit);
  const v = convertValue(ctx, x, unit.type, { base: 'integer', kind: 4 });
  if (v.kind !== 'plain') throw new InternalError('a number of a unit', unit.span);
  return ctx.keep(v.x);
}
