/** Statements of the IR as structured code. What differs between host functions, device functions and kernels stands in hooks. */
import { InternalError, impossible } from '../../base/impossible.ts';
import type { Span } from '../../base/source.ts';
import type { Callee, Expression, Statement } from '../../ir/module.ts';
import type { ValueType } from '../../ir/types.ts';
import { getsOn, mayWait, waitsAlways } from '../../ir/waiting-loops.ts';
import { emitAtomic } from './atomic.ts';
import type { TrapPlace, WasmType } from './encode/artifact.ts';
import { wasmType } from './encode/represent.ts';
import {
  emit,
  emitAddress,
  emitLow,
  emitPointer,
  emitStore,
  type Frame,
  getLocal,
  i32const,
  setLocal,
} from './expression.ts';
import { setHeld, withHeldSums } from './held-sums.ts';
import { emitShortCopy } from './short-copy.ts';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

export type Hooks = {
  readonly return: (w: Writer, s: Of<'return'>) => void;
  readonly launch: (w: Writer, s: Of<'launch'>) => void;
  readonly print: (w: Writer, s: Of<'print'>) => void;
  readonly clock: (w: Writer, s: Of<'read-clock'>) => void;
  /** The symbol of a function that is called by name. */
  readonly callee: (name: string) => string;
  /** Arguments that the callee takes beside its own. */
  readonly hidden: (w: Writer) => void;
  readonly hiddenTypes: readonly WasmType[];
  readonly trap: (w: Writer, message: string, at: Span | undefined) => void;
  /** Writes a block that is more than a block. */
  readonly block?: (w: Writer, s: Of<'block'>) => boolean;
  /** Writes a loop that is more than a loop. */
  readonly for?: (w: Writer, s: Of<'for'>) => boolean;
  readonly barrier?: (w: Writer, s: Of<'barrier'>) => void;
  /** A thread has made so many iterations (a WebAssembly local) in a loop without getting on: for loops in which it may wait for others. */
  readonly waits?: (w: Writer, s: Of<'loop'>, iterations: number) => void;
};

/** A frame, its hooks, and the blocks that are open. */
export type Writer = {
  readonly frame: Frame;
  readonly hooks: Hooks;
  /** How many blocks are open. */
  depth: number;
  /** Where labels lead: the depth inside the block to leave or the loop to repeat. */
  readonly breaks: Map<string, number>;
  readonly continues: Map<string, number>;
  /** Writes the bodies of statements. */
  body: (list: readonly Statement[]) => void;
  /** What `body` is while bodies are scalar code. */
  readonly scalar: (list: readonly Statement[]) => void;
  /** Counts the iterations of the loop in which a thread may wait. */
  iterations: number | undefined;
};

/** So many iterations are one sign of waiting. */
export const waitingIterations = 1 << 14;

export function writer(frame: Frame, hooks: Hooks): Writer {
  const w: Writer = {
    frame,
    hooks,
    depth: 0,
    breaks: new Map(),
    continues: new Map(),
    body: () => {},
    scalar: (list) => emitStatements(w, list),
    iterations: undefined,
  };
  w.body = w.scalar;
  return w;
}

export function open(w: Writer, opcode: number): number {
  w.frame.code.out.all([opcode, 0x40]);
  w.depth++;
  return w.depth;
}

export function close(w: Writer): void {
  w.frame.code.out.byte(0x0b);
  w.depth--;
}

/** A jump out of the block, or to the head of the loop, that was opened as `depth`. */
export function jump(w: Writer, depth: number, opcode = 0x0c): void {
  w.frame.code.out.byte(opcode);
  w.frame.code.out.u32(w.depth - depth);
}

export const blockCode = 0x02;
export const loopCode = 0x03;
export const ifCode = 0x04;
export const branchIf = 0x0d;

export function emitStatements(w: Writer, list: readonly Statement[]): void {
  for (const s of list) emitStatement(w, s);
}

export function emitStatement(w: Writer, s: Statement): void {
  const f = w.frame;
  const { out } = f.code;
  f.code.mark(s.at);
  if (w.iterations !== undefined && getsOn(s)) {
    i32const(out, 0);
    setLocal(out, w.iterations);
  }
  switch (s.kind) {
    case 'set':
      if (setHeld(f, s)) return;
      emit(f, s.value);
      setLocal(out, f.local(s.local));
      return;
    case 'store': {
      const offset = emitAddress(f, s.to, s.offset);
      emit(f, s.value);
      emitStore(f, s.memory, offset);
      return;
    }
    case 'if':
      emitIf(w, s);
      return;
    case 'loop':
      inScalarLoop(w, s, () => emitLoop(w, s));
      return;
    case 'for':
      if (w.hooks.for?.(w, s)) return;
      inScalarLoop(w, s, () => emitFor(w, s));
      return;
    case 'block':
      if (w.hooks.block?.(w, s)) return;
      w.breaks.set(s.label, open(w, blockCode));
      w.body(s.body);
      close(w);
      return;
    case 'switch':
      emitSwitch(w, s);
      return;
    case 'break':
      jump(w, target(w.breaks, s.label, s.at));
      return;
    case 'continue':
      jump(w, target(w.continues, s.label, s.at));
      return;
    case 'return':
      w.hooks.return(w, s);
      return;
    case 'call':
      emitCall(w, s);
      return;
    case 'launch':
      w.hooks.launch(w, s);
      return;
    case 'copy':
      if (emitShortCopy(f, s)) return;
      probe(w, s.to, s.bytes);
      probe(w, s.from, s.bytes);
      emitPointer(f, s.to);
      emitPointer(f, s.from);
      emitBytes(f, s.bytes);
      out.all([0xfc, 0x0a, 0, 0]);
      return;
    case 'fill':
      probe(w, s.to, s.bytes);
      emitPointer(f, s.to);
      emit(f, s.byte);
      emitBytes(f, s.bytes);
      out.all([0xfc, 0x0b, 0]);
      return;
    case 'fence':
      if (s.scope !== 'block') out.all([0xfe, 0x03, 0]);
      return;
    case 'atomic':
      emitAtomic(f, s);
      return;
    case 'read-clock':
      w.hooks.clock(w, s);
      return;
    case 'print':
      w.hooks.print(w, s);
      return;
    case 'trap':
      w.hooks.trap(w, s.message, s.at);
      out.byte(0x00);
      return;
    case 'barrier':
      if (w.hooks.barrier) {
        w.hooks.barrier(w, s);
        return;
      }
      throw new InternalError('barrier outside a kernel', s.at);
    case 'warp':
      throw new InternalError(`${s.kind} outside a kernel's own code`, s.at);
    default:
      impossible(s);
      return;
  }
}

function target(of: Map<string, number>, label: string, at: Span | undefined): number {
  const depth = of.get(label);
  if (depth === undefined) throw new InternalError(`no block is labelled ${label}`, at);
  return depth;
}

/**
 * Host code, before many bytes are moved: reads the first one, so that a null pointer traps here. In memory.copy and memory.fill the engine itself would touch the
 * guarded page, which nobody catches.
 */
function probe(w: Writer, address: Expression, bytes: Expression): void {
  const f = w.frame;
  if (f.side.is !== 'host' || address.kind === 'slot' || address.kind === 'global') return;
  if (bytes.kind === 'const' && Number(bytes.value) === 0) return;
  const some = bytes.kind === 'const';
  if (!some) {
    emitBytes(f, bytes);
    if (f.side.address === 'i64') f.code.out.all([0x50, 0x45]);
    open(w, ifCode);
  }
  emitPointer(f, address);
  f.code.out.all([0x2d, 0, 0, 0x1a]);
  if (!some) close(w);
}

/** A length for memory.copy and memory.fill. */
function emitBytes(f: Frame, e: Expression): void {
  if (f.side.address === 'i64') emit(f, e);
  else emitLow(f, e);
}

function emitIf(w: Writer, s: Of<'if'>): void {
  emit(w.frame, s.condition);
  open(w, ifCode);
  w.body(s.then);
  if (s.otherwise.length > 0) {
    w.frame.code.out.byte(0x05);
    w.body(s.otherwise);
  }
  close(w);
}

function inScalarLoop(w: Writer, s: Of<'loop' | 'for'>, emitIt: () => void): void {
  if (w.body === w.scalar) withHeldSums(w.frame, s, emitIt);
  else emitIt();
}

function emitLoop(w: Writer, s: Of<'loop'>): void {
  const outer = w.iterations;
  if (w.hooks.waits && mayWait(s)) {
    w.iterations = w.frame.code.local('i32');
    i32const(w.frame.code.out, 0);
    setLocal(w.frame.code.out, w.iterations);
  }
  w.breaks.set(s.label, open(w, blockCode));
  const head = open(w, loopCode);
  w.continues.set(s.label, head);
  if (w.iterations !== outer && w.iterations !== undefined) {
    countIteration(w, s, w.iterations);
    if (waitsAlways(s)) w.iterations = outer;
  }
  w.body(s.body);
  w.iterations = outer;
  jump(w, head);
  close(w);
  close(w);
}

function countIteration(w: Writer, s: Of<'loop'>, iterations: number): void {
  const { out } = w.frame.code;
  getLocal(out, iterations);
  i32const(out, 1);
  out.all([0x6a, 0x22]);
  out.u32(iterations);
  i32const(out, waitingIterations - 1);
  out.all([0x71, 0x45]);
  open(w, ifCode);
  w.hooks.waits?.(w, s, iterations);
  close(w);
}

/** A counted loop that tests once before the first iteration and then at the end of each. */
export function emitFor(w: Writer, s: Of<'for'>, putTrips = (): void => emit(w.frame, s.trips)): void {
  const f = w.frame;
  const { out } = f.code;
  const type = s.trips.type === 'i64' ? 'i64' : 'i32';
  const trips = f.code.local(type);
  const variable = f.local(s.local);
  const step = stepOf(w, s.step);
  putTrips();
  setLocal(out, trips);
  emit(f, s.from);
  setLocal(out, variable);
  w.breaks.set(s.label, open(w, blockCode));
  getLocal(out, trips);
  out.all(type === 'i64' ? [0x42, 1, 0x53] : [0x41, 1, 0x48]);
  jump(w, w.depth, branchIf);
  const head = open(w, loopCode);
  w.continues.set(s.label, open(w, blockCode));
  w.body(s.body);
  close(w);
  getLocal(out, variable);
  step();
  out.byte(s.from.type === 'i64' ? 0x7c : 0x6a);
  setLocal(out, variable);
  getLocal(out, trips);
  out.all(type === 'i64' ? [0x42, 1, 0x7d] : [0x41, 1, 0x6b]);
  out.byte(0x22);
  out.u32(trips);
  if (type === 'i64') out.all([0x50, 0x45]);
  jump(w, head, branchIf);
  close(w);
  close(w);
}

/** How to put the step on the stack. */
function stepOf(w: Writer, e: Expression): () => void {
  if (e.kind === 'const') return () => emit(w.frame, e);
  const held = w.frame.code.local(wasmType(e.type, w.frame.side));
  emit(w.frame, e);
  setLocal(w.frame.code.out, held);
  return () => getLocal(w.frame.code.out, held);
}

function emitSwitch(w: Writer, s: Of<'switch'>): void {
  const values = s.cases.flatMap((c) => c.values);
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (values.length > 3 && high - low < 4 * values.length + 8) emitTable(w, s, low, high);
  else emitChain(w, s);
}

function emitTable(w: Writer, s: Of<'switch'>, low: number, high: number): void {
  const f = w.frame;
  const { out } = f.code;
  const caseOf = new Map<number, number>();
  s.cases.forEach((c, i) => {
    for (const v of c.values) if (!caseOf.has(v)) caseOf.set(v, i);
  });
  const end = open(w, blockCode);
  const count = s.cases.length;
  for (let i = 0; i <= count; i++) open(w, blockCode);
  emit(f, s.value);
  i32const(out, low);
  out.byte(0x6b);
  out.byte(0x0e);
  out.u32(high - low + 1);
  for (let v = low; v <= high; v++) out.u32(caseOf.get(v) ?? count);
  out.u32(count);
  for (const c of s.cases) {
    close(w);
    w.body(c.body);
    jump(w, end);
  }
  close(w);
  w.body(s.otherwise);
  close(w);
}

function emitChain(w: Writer, s: Of<'switch'>): void {
  const f = w.frame;
  const { out } = f.code;
  const value = f.code.local('i32');
  emit(f, s.value);
  setLocal(out, value);
  for (const c of s.cases) {
    if (c.values.length === 0) i32const(out, 0);
    c.values.forEach((v, i) => {
      getLocal(out, value);
      i32const(out, v);
      out.byte(0x46);
      if (i > 0) out.byte(0x72);
    });
    open(w, ifCode);
    w.body(c.body);
    out.byte(0x05);
  }
  w.body(s.otherwise);
  for (const _ of s.cases) close(w);
}

function emitCall(w: Writer, s: Of<'call'>): void {
  const f = w.frame;
  for (const a of s.args) emit(f, a);
  if (s.callee.kind === 'direct') {
    const symbol = w.hooks.callee(s.callee.name);
    if (!symbol.startsWith('rt.')) w.hooks.hidden(w);
    f.code.call(symbol);
  } else emitIndirect(w, s.callee);
  for (let i = s.results.length - 1; i >= 0; i--) setLocal(f.code.out, f.local(s.results[i]!));
}

function emitIndirect(w: Writer, callee: Extract<Callee, { kind: 'indirect' }>): void {
  const f = w.frame;
  w.hooks.hidden(w);
  emitPointer(f, callee.pointer);
  // Tables have places of 32 bits.
  if (f.side.address === 'i64') f.code.out.byte(0xa7);
  const rep = (t: ValueType): WasmType => wasmType(t, f.side);
  const type = f.module.typeIndex([...callee.params.map(rep), ...w.hooks.hiddenTypes], callee.results.map(rep));
  f.code.out.byte(0x11);
  f.code.out.u32(type);
  f.code.out.byte(0);
}

/** Messages of `trap` statements, numbered. */
export class TrapList {
  readonly places: TrapPlace[];

  /** `places`: those that there are. */
  constructor(places: TrapPlace[] = []) {
    this.places = places;
  }

  add(message: string, at: Span | undefined): number {
    this.places.push({ message, at });
    return this.places.length - 1;
  }
}
