/** What ends with a block, in the way it is left: by its end, by a jump, or because something was thrown. */
import type { Span } from '../../../base/source.ts';
import { i32, i64, integer, local, op } from '../../../ir/build.ts';
import type { Expression as Ir } from '../../../ir/module.ts';
import { isPointer as isPointerIr } from '../../../ir/types.ts';
import { notSupported } from '../errors.ts';
import { throwsNothing } from '../noexcept.ts';
import { isOfJumps, landingLabel } from '../parse/set-jumps.ts';
import type { FunctionSymbol, VariableSymbol } from '../tree.ts';
import { sizeOf, type Type } from '../types.ts';
import { returnedParts } from './complex-values.ts';
import { type FunctionLowering, type Living, NeedsParts, type Place } from './function.ts';
import { symbolIn, valueType } from './represent.ts';

export function destroyTo(f: FunctionLowering, depth: number, isThrown = false): void {
  for (const one of f.living.slice(depth).reverse()) if (isThrown || !one.onThrow) destroyOne(f, one);
}

export function destroyOne(f: FunctionLowering, { fn, at, type, flag }: Living): void {
  if (!at) {
    end(f, fn, []);
    return;
  }
  if (flag === undefined) {
    destroyAt(f, fn, at, type);
    return;
  }
  const then = f.collect(() => {
    destroyAt(f, fn, at, type);
    f.emit({ kind: 'set', local: flag, value: i32(0) });
  });
  f.emit({ kind: 'if', condition: op('ne', [local(flag, 'i32'), i32(0)]), then, otherwise: [] });
}

export function destroyAt(f: FunctionLowering, fn: FunctionSymbol, at: Place, type: Type): void {
  let each = type;
  while (each.kind === 'array') each = each.of;
  const size = sizeOf(each) ?? 1;
  const count = Math.floor((sizeOf(type) ?? size) / size);
  for (let i = count - 1; i >= 0; i--) end(f, fn, [f.addressOf({ ...at, offset: at.offset + i * size })]);
}

function end(f: FunctionLowering, fn: FunctionSymbol, args: readonly Ir[]): void {
  f.unit.useFunction(
    fn,
    f.mode,
    args.map((a) => a.type),
    [],
  );
  f.emit({ kind: 'call', callee: { kind: 'direct', name: symbolIn(fn, f.mode) }, args, results: [] });
}

/** Behind a call (of a function that is not known: undefined): where it left something thrown, the block is left too. */
export function afterCall(f: FunctionLowering, fn: FunctionSymbol | undefined): void {
  const { thrown } = f.unit;
  if (f.mode !== 'host') return;
  if (f.fn?.lands && !(fn && isOfJumps(fn))) landAfterCall(f, f.fn.lands);
  if (!thrown || !f.unit.mayThrow(fn)) return;
  f.unit.use(thrown);
  const at = placeOf(thrown);
  const then = f.collect(() => unwind(f, at));
  f.emit({ kind: 'if', condition: op('ne', [f.load('i64', at), i64(0)]), then, otherwise: [] });
}

const placeOf = (v: VariableSymbol): Place => ({
  pointer: { kind: 'global', type: 'ptr.host', name: v.symbol },
  offset: 0,
});

/** Where longjmp was called, the function with setjmp looks whether it is meant. */
function landAfterCall(f: FunctionLowering, jumping: VariableSymbol): void {
  const landing = f.gotos.get(landingLabel);
  if (!landing) throw new NeedsParts();
  f.unit.use(jumping);
  const then = f.collect(() => f.jump(landing));
  f.emit({ kind: 'if', condition: op('ne', [f.load('i64', placeOf(jumping)), i64(0)]), then, otherwise: [] });
}

function unwind(f: FunctionLowering, at: Place): void {
  const ended = f.collect(() => {
    for (const one of [...f.temporaries, ...f.outerTemporaries].reverse()) destroyOne(f, one);
    destroyTo(f, f.catchTo?.depth ?? 0, true);
    if (!f.catchTo) freeTaken(f);
  });
  if (ended.length > 0) {
    // What is destroyed calls functions that go on as if nothing had been thrown.
    const kept = f.newLocal('thrown', 'i64');
    f.emit({ kind: 'set', local: kept, value: f.load('i64', at) });
    f.store('i64', at, i64(0));
    f.out.push(...ended);
    f.store('i64', at, local(kept, 'i64'));
  }
  if (!f.catchTo && f.fn && throwsNothing(f.fn) && f.unit.escaped) end(f, f.unit.escaped, []);
  if (f.catchTo) f.jump(f.catchTo);
  else f.emit({ kind: 'return', values: nothing(f) });
}

/** To the handlers around, or out of the function. */
export function goOn(f: FunctionLowering): void {
  const { thrown } = f.unit;
  if (!thrown) return;
  f.unit.use(thrown);
  unwind(f, placeOf(thrown));
}

/** What a function returns whose result lies in memory already, or that has none to give. */
export function nothing(f: FunctionLowering): readonly Ir[] {
  const type = f.fn?.type.result;
  return (
    returnedParts(f) ?? (type && type.kind !== 'void' && type.kind !== 'record' ? [integerOrNothing(f, type)] : [])
  );
}

/** alloca: a block that is given back when the function ends; each knows the one taken before it. */
export function takeBlock(f: FunctionLowering, size: Ir, at: Span): Ir {
  if (f.mode === 'device') {
    if (size.kind !== 'const') f.report(notSupported('memory whose size is not constant in device code', at));
    const bytes = size.kind === 'const' ? Number(size.value) : 1;
    return f.addressOf({ pointer: f.newSlot('block', bytes, 16), offset: 0 });
  }
  f.blocks ??= f.newLocal('blocks', 'i64');
  const block = f.newLocal('block', 'i64');
  f.unit.extern('malloc', ['i64'], ['i64']);
  const bytes = op('add', [size, i64(16)]);
  f.emit({ kind: 'call', callee: { kind: 'direct', name: 'malloc' }, args: [bytes], results: [block] });
  f.fixed(block);
  f.store('i64', f.placeAt(local(block, 'i64')), local(f.blocks, 'i64'));
  f.emit({ kind: 'set', local: f.blocks, value: local(block, 'i64') });
  return op('add', [local(block, 'i64'), i64(16)]);
}

function freeBlocks(f: FunctionLowering, blocks: number): void {
  f.unit.extern('free', ['i64'], []);
  const label = f.label('blocks');
  const now = local(blocks, 'i64');
  const body = f.collect(() => {
    f.emit({
      kind: 'if',
      condition: op('eq', [now, i64(0)]),
      then: [{ kind: 'break', label, at: f.at }],
      otherwise: [],
    });
    const block = f.newLocal('block', 'i64');
    f.emit({ kind: 'set', local: block, value: now });
    f.emit({ kind: 'set', local: blocks, value: f.load('i64', f.placeAt(now)) });
    f.emit({ kind: 'call', callee: { kind: 'direct', name: 'free' }, args: [local(block, 'i64')], results: [] });
  });
  f.emit({ kind: 'loop', label, body });
}

/** Memory that was taken for arrays whose size came with them. */
export function freeTaken(f: FunctionLowering): void {
  if (f.blocks !== undefined) freeBlocks(f, f.blocks);
  for (const index of f.taken) {
    f.unit.extern('free', ['i64'], []);
    f.emit({ kind: 'call', callee: { kind: 'direct', name: 'free' }, args: [local(index, 'i64')], results: [] });
  }
}

/** What a function gives that ends without a value. */
function integerOrNothing(f: FunctionLowering, type: Parameters<typeof valueType>[0]): Ir {
  const v = valueType(type, f.mode);
  switch (v) {
    case 'f32':
    case 'f64':
      return { kind: 'const', type: v, value: 0 };
    case 'i32':
    case 'i64':
      return integer(v, 0);
    default:
      return isPointerIr(v) ? { kind: 'const', type: v, value: 0n } : i32(0);
  }
}
