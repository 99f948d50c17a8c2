/** What all device code shares: hooks for printing, clocks, traps and calls; and functions that could not be inlined. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import { InternalError } from '../../base/impossible.ts';
import type { Program } from '../../ir/link.ts';
import type { Fn, PrintItem, Statement } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import type { ValueType } from '../../ir/types.ts';
import { placeOfLoop, waitMessage } from '../../ir/waiting-loops.ts';
import { assertionBit, assertionText } from '../../machine/errors.ts';
import { printFields, printItemSize, printKinds } from '../../machine/print-record.ts';
import { addressConst, offsetAddress, widenAddress } from './encode/address-code.ts';
import { type Layout, launchRecord, type WasmType } from './encode/artifact.ts';
import type { Code, ModuleWriter } from './encode/encode.ts';
import { type Side, wasmType } from './encode/represent.ts';
import { emit, emitPointer, type Frame, getLocal, i32const, setLocal } from './expression.ts';
import { functionValueIn } from './layout.ts';
import { placeSlots } from './slots.ts';
import { close, emitStatements, type Hooks, ifCode, open, type TrapList, type Writer, writer } from './statement.ts';

export type Device = {
  readonly program: Program;
  readonly layout: Layout;
  readonly side: Side;
  readonly module: ModuleWriter;
  readonly traps: TrapList;
  readonly texts: string[];
  readonly remark: (d: Diagnostic | undefined) => void;
  /** Takes regions as nests of loops, before and after each step, where somebody wants to see them. */
  readonly nest?: ((text: string) => void) | undefined;
  /** Device functions that are WebAssembly functions. */
  readonly functions: ReadonlySet<string>;
  /** Offsets of static shared variables. */
  readonly shared: ReadonlyMap<string, number>;
  readonly stackOverflow: number;
};

export const onDevice = (d: Device, t: ValueType): WasmType => wasmType(t, d.side);

/** Behind its own parameters a device function takes where its thread stands (i32), and addresses: its launch, its block's memory, a stack. */
export const hiddenParams = [
  'tid.x',
  'tid.y',
  'tid.z',
  'ctaid.x',
  'ctaid.y',
  'ctaid.z',
  'launch',
  'shared',
  'dynamic',
  'stack',
  'stack.end',
] as const;
export type HiddenParam = (typeof hiddenParams)[number];
const hiddenTypes = (d: Device): readonly WasmType[] =>
  hiddenParams.map((name) => (/^(cta|t)id\./.test(name) ? 'i32' : d.side.address));

/** Fields of the launch record that specials read. */
export const launchFields: Readonly<Partial<Record<SpecialName, number>>> = {
  'ntid.x': launchRecord.blockX,
  'ntid.y': launchRecord.blockY,
  'ntid.z': launchRecord.blockZ,
  'nctaid.x': launchRecord.gridX,
  'nctaid.y': launchRecord.gridY,
  'nctaid.z': launchRecord.gridZ,
  'cluster.nctaid.x': launchRecord.clusterX,
  'cluster.nctaid.y': launchRecord.clusterY,
  'cluster.nctaid.z': launchRecord.clusterZ,
  'dynamic.bytes': launchRecord.dynamicShared,
  'launch.alone': launchRecord.alone,
  'launch.round': launchRecord.round,
};

export function globalAddress(d: Device, code: Code, shared: () => void, name: string): void {
  const at = d.layout.addresses.get(name);
  if (at !== undefined) {
    addressConst(code, at);
    return;
  }
  const inBlock = d.shared.get(name);
  if (inBlock === undefined) throw new InternalError(`${name} has no place on the device`);
  shared();
  offsetAddress(code, inBlock);
}

export function functionValue(d: Device, name: string): number {
  const value = functionValueIn(d.layout, name);
  if (value === undefined) throw new InternalError(`${name} has no number`);
  return value;
}

/** The hooks that do not depend on the kind of function. `record` puts the address of a print record on the stack. */
export function deviceHooks(
  d: Device,
  record: (w: Writer) => void,
  rest: Pick<Hooks, 'return' | 'hidden' | 'block' | 'for' | 'barrier'>,
): Hooks {
  return {
    ...rest,
    hiddenTypes: hiddenTypes(d),
    launch: (_, s) => {
      throw new InternalError('a launch in device code', s.at);
    },
    print: (w, s) => emitPrint(d, w, s, record),
    clock: (w, s) => {
      const { code, local } = w.frame;
      i32const(code.out, s.clock === 'globaltimer' ? 1 : 0);
      code.call(d.module.import('rt', 'clock', ['i32'], ['i64']));
      if (s.clock === 'clock') code.out.byte(0xa7);
      setLocal(code.out, local(s.result));
    },
    callee: (name) => {
      if (d.functions.has(name)) return name;
      const extern = d.program.externs.get(name);
      if (!extern) throw new InternalError(`no device function ${name}`);
      const of = (t: ValueType): WasmType => onDevice(d, t);
      return d.module.import('rt', name, extern.params.map(of), extern.results.map(of));
    },
    trap: (w, message, at) =>
      emitTrap(d, w, d.traps.add(message, at) | (message.startsWith(assertionText) ? assertionBit : 0)),
    waits: (w, s, iterations) => {
      const { code } = w.frame;
      i32const(code.out, d.traps.add(waitMessage(s), placeOfLoop(s)));
      blockNumber(w);
      getLocal(code.out, iterations);
      code.call(d.module.import('rt', 'wait', ['i32', 'i32', 'i32'], []));
    },
  };
}

export function printBytes(list: Iterable<Extract<Statement, { kind: 'print' }>>): number {
  let most = 0;
  for (const s of list) most = Math.max(most, s.items.length * printItemSize);
  return most;
}

function emitPrint(d: Device, w: Writer, s: Extract<Statement, { kind: 'print' }>, record: (w: Writer) => void): void {
  const { code } = w.frame;
  const at = code.local(code.address);
  record(w);
  setLocal(code.out, at);
  s.items.forEach((item, i) => {
    emitItem(d, w, item, at, i * printItemSize);
  });
  getLocal(code.out, at);
  i32const(code.out, s.items.length);
  blockNumber(w);
  code.call(d.module.import('rt', 'print', [code.address, 'i32', 'i32'], []));
}

/** (bz * ny + by) * nx + bx */
function emitTrap(d: Device, w: Writer, place: number): void {
  const { code } = w.frame;
  i32const(code.out, place);
  blockNumber(w);
  code.call(d.module.import('rt', 'trap', ['i32', 'i32'], []));
}

function blockNumber(w: Writer): void {
  const { special, code } = w.frame;
  special('ctaid.z');
  special('nctaid.y');
  code.out.byte(0x6c);
  special('ctaid.y');
  code.out.byte(0x6a);
  special('nctaid.x');
  code.out.byte(0x6c);
  special('ctaid.x');
  code.out.byte(0x6a);
}

function emitItem(d: Device, w: Writer, item: PrintItem, at: number, offset: number): void {
  const { code } = w.frame;
  const store = (field: number, type: WasmType, value: () => void): void => {
    getLocal(code.out, at);
    value();
    code.out.all([{ i32: 0x36, i64: 0x37, f32: 0x38, f64: 0x39, v128: 0 }[type], 0]);
    code.out.u32(offset + field);
  };
  const real = (e: Parameters<typeof emit>[1]): void => {
    emit(w.frame, e);
    if (e.type === 'f32') code.out.byte(0xbb);
  };
  store(printFields.kind, 'i32', () => i32const(code.out, printKinds[item.kind]));
  switch (item.kind) {
    case 'text':
    case 'format':
      store(printFields.first, 'i32', () => i32const(code.out, d.texts.length));
      d.texts.push(item.text);
      return;
    case 'string':
      store(printFields.first, 'i64', () => {
        emitPointer(w.frame, item.address);
        widenAddress(code);
      });
      store(printFields.second, 'i64', () => {
        emit(w.frame, item.length);
        if (item.length.type === 'i32') code.out.byte(0xac);
      });
      return;
    default: // else: the value of an item of so many bytes, by its kind
      store(printFields.bytes, 'i32', () => i32const(code.out, item.bytes));
  }
  switch (item.kind) {
    case 'integer':
    case 'logical':
    case 'part':
      store(printFields.first, 'i64', () => {
        emit(w.frame, item.value);
        if (item.value.type !== 'i64') code.out.byte(0xac);
      });
      return;
    case 'real':
      store(printFields.first, 'f64', () => real(item.value));
      return;
    case 'complex':
      store(printFields.first, 'f64', () => real(item.re));
      store(printFields.second, 'f64', () => real(item.im));
      return;
  }
}

/** A device function that recursion or its use as a value keeps from being inlined: called for one thread. */
export function writeDeviceFunction(d: Device, fn: Fn): Code {
  const types = fn.locals.map((l) => onDevice(d, l.type));
  const results = fn.results.map((t) => onDevice(d, t));
  const code = d.module.code(fn.name, [...types.slice(0, fn.params), ...hiddenTypes(d)], results);
  code.locals.push(...types.slice(fn.params));
  const hidden = (name: HiddenParam): number => fn.params + hiddenParams.indexOf(name);
  const push = (name: HiddenParam): void => getLocal(code.out, hidden(name));
  const { offsets, size: slotBytes } = placeSlots(fn.slots);
  const size = slotBytes + 256;
  const frame: Frame = {
    side: d.side,
    module: d.module,
    code,
    local: (index) => (index < fn.params ? index : index + hiddenParams.length),
    special: (name) => emitSpecialIn(code, name, push),
    global: (name) => globalAddress(d, code, () => push('shared'), name),
    slot: (index) => {
      push('stack');
      offsetAddress(code, offsets[index]!);
    },
    dynamicShared: () => push('dynamic'),
    blockStride: () => {
      push('launch');
      code.out.all([0x28, 2, launchRecord.blockStride]);
    },
    functionValue: (name) => functionValue(d, name),
  };
  const hooks = deviceHooks(
    d,
    () => {
      push('stack');
      offsetAddress(code, slotBytes);
    },
    {
      return: (w, s) => {
        for (const v of s.values) emit(w.frame, v);
        code.out.byte(0x0f);
      },
      hidden: () => {
        for (const name of hiddenParams) {
          push(name);
          if (name === 'stack') offsetAddress(code, size);
        }
      },
    },
  );
  const w = writer(frame, hooks);
  push('stack');
  offsetAddress(code, size);
  push('stack.end');
  code.out.byte(code.address === 'i64' ? 0x56 : 0x4b);
  open(w, ifCode);
  emitTrap(d, w, d.stackOverflow);
  code.out.byte(0);
  close(w);
  emitStatements(w, fn.body);
  if (fn.results.length > 0) code.out.byte(0);
  return code;
}

function emitSpecialIn(code: Code, name: SpecialName, push: (name: HiddenParam) => void): void {
  const field = launchFields[name];
  const load = (at: number): void => {
    push('launch');
    code.out.all([0x28, 2, at]);
  };
  if (field !== undefined) {
    load(field);
    return;
  }
  switch (name) {
    case 'tid.x':
    case 'tid.y':
    case 'tid.z':
    case 'ctaid.x':
    case 'ctaid.y':
    case 'ctaid.z':
      push(name);
      return;
    case 'laneid':
      push('tid.z');
      load(launchRecord.blockY);
      code.out.byte(0x6c);
      push('tid.y');
      code.out.byte(0x6a);
      load(launchRecord.blockX);
      code.out.byte(0x6c);
      push('tid.x');
      code.out.all([0x6a, 0x41, 31, 0x71]);
      return;
    default:
      throw new InternalError(`${name} in a function that is not inlined is not supported yet`);
  }
}
