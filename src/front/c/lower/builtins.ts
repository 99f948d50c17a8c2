/** What our own headers are made of: __cufort_NAME(result type, arguments …). */
import { byName } from '../../../base/by-name.ts';
import { i32, i64, integer, local, not, op } from '../../../ir/build.ts';
import { type AtomicName, atomicNames, type Expression as Ir, type WarpName, warpNames } from '../../../ir/module.ts';
import { type OperationName, operations } from '../../../ir/operations.ts';
import { isPointer as isPointerIr } from '../../../ir/types.ts';
import { assertionText } from '../../../machine/errors.ts';
import { notSupported } from '../errors.ts';
import type { Expression } from '../tree.ts';
import { sizeOf } from '../types.ts';
import { checkedResult, differenceOf, productOf, sumOf } from './checked.ts';
import { truth } from './conversions.ts';
import type { FunctionLowering } from './function.ts';
import { readPlace } from './places.ts';
import { memoryType, valueType } from './represent.ts';
import { takeBlock } from './unwind.ts';

type Builtin = Expression & { readonly kind: 'builtin' };

export function lowerBuiltin(f: FunctionLowering, e: Builtin, wanted: boolean): Ir | undefined {
  const row = rows[e.name];
  if (row) return row(f, e, wanted);
  const atomic = atomicNames.find(
    (n) => `atomic_${n}` === e.name || `atomic_${n}_block` === e.name || `atomic_${n}_system` === e.name,
  );
  if (atomic) return atomicOperation(f, e, atomic);
  const warp = warpNames.find((n) => `warp_${n.replace('.', '_')}` === e.name);
  if (warp) return warpOperation(f, e, warp);
  if (e.name.startsWith(ofRuntime)) return runtimeCall(f, e);
  const name = e.name.replaceAll('__', '.') as OperationName;
  if (operations[name] !== undefined) return operation(f, e, name);
  f.report(notSupported(`\`__cufort_${e.name}\``, e.at));
  return integer(valueType(e.type, f.mode) === 'i64' ? 'i64' : 'i32', 0);
}

const ofRuntime = 'runtime_';

/** A routine of cudafor by its name; pointers are those of host memory, addresses of either side go as long. */
function runtimeCall(f: FunctionLowering, e: Builtin): Ir {
  const name = `cudafor.${e.name.slice(ofRuntime.length)}`;
  const values = f.inOrder(e.args.map((a) => () => f.value(a)));
  const args = values.map((v, i) => (e.args[i]!.type.kind === 'pointer' ? op('from.address', [v], 'ptr.host') : v));
  const type = valueType(e.type, f.mode);
  f.unit.extern(
    name,
    args.map((a) => a.type),
    [type],
    'runtime',
  );
  const status = f.newLocal('status', type);
  f.emit({ kind: 'call', callee: { kind: 'direct', name }, args, results: [status] });
  f.fixed(status);
  return local(status, type);
}

function operation(f: FunctionLowering, e: Builtin, name: OperationName): Ir {
  const args = f.inOrder(e.args.map((a) => () => f.value(a)));
  const made = op(name, args, ['bitcast'].includes(name) ? valueType(e.type, f.mode) : undefined);
  if (made.type === 'bool') return op('to.i32', [made]);
  return made;
}

function atomicOperation(f: FunctionLowering, e: Builtin, how: AtomicName): Ir {
  const [to, ...args] = e.args;
  const [pointer, ...values] = f.inOrder([() => f.placeAt(f.value(to!)).pointer, ...args.map((a) => () => f.value(a))]);
  const memory = memoryType(e.type, f.mode);
  const result = f.newLocal('old', valueType(e.type, f.mode));
  const scope = e.name.endsWith('_block') ? 'block' : e.name.endsWith('_system') ? 'system' : 'device';
  f.emit({ kind: 'atomic', how, memory, to: pointer!, args: values, result, scope });
  f.fixed(result);
  return local(result, f.locals[result]!.type);
}

function warpOperation(f: FunctionLowering, e: Builtin, how: WarpName): Ir {
  const values = f.inOrder(e.args.map((a) => () => f.value(a)));
  const isVote = how === 'all' || how === 'any' || how === 'ballot';
  const args = isVote ? [values[0]!, truth(values[1]!)] : values;
  const type = how === 'all' || how === 'any' ? 'bool' : how.startsWith('shuffle') ? args[1]!.type : 'i32';
  const result = f.newLocal('lanes', type);
  const result2 = how === 'match.all' ? f.newLocal('agree', 'bool') : undefined;
  f.emit({ kind: 'warp', how, args, result, ...(result2 !== undefined && { result2 }) });
  f.fixed(result);
  const found = local(result, type);
  return type === 'bool' ? op('to.i32', [found]) : found;
}

const rows: Readonly<Record<string, (f: FunctionLowering, e: Builtin, wanted: boolean) => Ir | undefined>> = byName({
  unreachable(f) {
    f.emit({ kind: 'trap', message: 'unreachable code was reached' });
    return i32(0);
  },
  va_start(f, e) {
    const to = f.place(e.args[0]!);
    f.store(
      f.mode === 'host' ? 'i64' : 'ptr.generic',
      to,
      f.rest ?? f.addressOf({ pointer: f.newSlot('none', 8, 8), offset: 0 }),
    );
    return undefined;
  },
  va_arg(f, e) {
    const list = f.place(e.args[0]!);
    const at = { ...list, pointer: f.keep(list.pointer) };
    const memory = f.mode === 'host' ? 'i64' : 'ptr.generic';
    const here = f.keep(f.load(memory, at));
    const bytes = e.type.kind === 'record' ? Math.max(8, 8 * Math.ceil((sizeOf(e.type) ?? 8) / 8)) : 8;
    f.store(memory, at, isPointerIr(here.type) ? op('offset', [here, i64(bytes)]) : op('add', [here, i64(bytes)]));
    if (e.type.kind === 'record') return here;
    return f.keep(readPlace(f, f.placeAt(here), e.type));
  },
  alloca: (f, e) => takeBlock(f, f.value(e.args[0]!), e.at),
  overflow_add: (f, e) => checkedResult(f, e, sumOf, true),
  overflow_sub: (f, e) => checkedResult(f, e, differenceOf, true),
  overflow_mul: (f, e) => checkedResult(f, e, productOf, true),
  overflow_add_p: (f, e) => checkedResult(f, e, sumOf, false),
  overflow_sub_p: (f, e) => checkedResult(f, e, differenceOf, false),
  overflow_mul_p: (f, e) => checkedResult(f, e, productOf, false),
  barrier(f) {
    f.emit({ kind: 'barrier', scope: 'block' });
    return undefined;
  },
  barrier_grid(f) {
    f.emit({ kind: 'barrier', scope: 'grid' });
    return undefined;
  },
  barrier_warp(f, e) {
    const mask = e.args[0] && f.value(e.args[0]);
    f.emit({ kind: 'barrier', scope: 'warp', ...(mask && { mask }) });
    return undefined;
  },
  barrier_and: (f, e) => reduction(f, e, 'and'),
  barrier_or: (f, e) => reduction(f, e, 'or'),
  barrier_count: (f, e) => reduction(f, e, 'count'),
  fence_block: (f) => fence(f, 'block'),
  fence_device: (f) => fence(f, 'device'),
  fence_system: (f) => fence(f, 'system'),
  clock: (f) => clock(f, 'clock'),
  clock64: (f) => clock(f, 'clock64'),
  globaltimer: (f) => clock(f, 'globaltimer'),
  laneid: () => ({ kind: 'special', type: 'i32', name: 'laneid' }),
  trap(f) {
    f.emit({ kind: 'trap', message: 'trap' });
    return undefined;
  },
  /** An assertion that does not hold: its text, and what the host does of it. */
  assertion(f, e) {
    const [text, onHost] = e.args;
    if (f.mode === 'device') f.emit({ kind: 'trap', message: `${assertionText}${textOf(text)}' failed` });
    else if (onHost) f.value(onHost);
    return undefined;
  },
  fill(f, e) {
    const [to, byte, bytes] = f.inOrder([
      () => f.placeAt(f.value(e.args[0]!)).pointer,
      () => f.value(e.args[1]!),
      () => f.value(e.args[2]!),
    ]);
    f.emit({ kind: 'fill', to: to!, byte: byte!, bytes: bytes! });
    return undefined;
  },
  copy(f, e) {
    const [to, from, bytes] = f.inOrder([
      () => f.placeAt(f.value(e.args[0]!)).pointer,
      () => f.placeAt(f.value(e.args[1]!)).pointer,
      () => f.value(e.args[2]!),
    ]);
    f.emit({ kind: 'copy', to: to!, from: from!, bytes: bytes! });
    return undefined;
  },
  /** How far something lies from the beginning of shared memory, as PTX counts it, and back. */
  shared_address(f, e) {
    const given = f.value(e.args[0]!);
    return f.mode === 'host' ? given : op('to.address', [op('cast.space', [given], 'ptr.shared')]);
  },
  shared_pointer(f, e) {
    const given = f.value(e.args[0]!);
    if (f.mode === 'host') return given;
    return op('cast.space', [op('from.address', [given], 'ptr.shared')], 'ptr.generic');
  },
  is_device: (f) => i32(f.mode === 'device' ? 1 : 0),
  isnot: (f, e) => op('to.i32', [not(truth(f.value(e.args[0]!)))]),
});

function textOf(e: Expression | undefined): string {
  if (e?.kind === 'address' || e?.kind === 'convert') return textOf(e.of);
  return e?.kind === 'text' ? new TextDecoder().decode(e.bytes.subarray(0, -1)) : '';
}

function reduction(f: FunctionLowering, e: Builtin, how: 'and' | 'or' | 'count'): Ir {
  const asked = truth(f.value(e.args[0]!));
  const result = f.newLocal('together', 'i32');
  f.emit({ kind: 'barrier', scope: 'block', reduce: { how, value: asked, result } });
  f.fixed(result);
  return local(result, 'i32');
}

function fence(f: FunctionLowering, scope: 'block' | 'device' | 'system'): undefined {
  f.emit({ kind: 'fence', scope });
}

function clock(f: FunctionLowering, which: 'clock' | 'clock64' | 'globaltimer'): Ir {
  const type = which === 'clock' ? 'i32' : 'i64';
  const result = f.newLocal('clock', type);
  f.emit({ kind: 'read-clock', clock: which, result });
  f.fixed(result);
  return local(result, type);
}
