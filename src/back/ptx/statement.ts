/** Statements of the IR as instructions, labels and branches. */
import { InternalError, impossible } from '../../base/impossible.ts';
import { startOf } from '../../base/source.ts';
import type { Expression, Statement } from '../../ir/module.ts';
import { isPointer, sizeOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { getsOn, mayWait, placeOfLoop, waitMessage, waitsAlways } from '../../ir/waiting-loops.ts';
import { eachExpressionIn } from '../../ir/walk.ts';
import { stridesOf } from '../../opt/scalar/narrow-trip-counts.ts';
import { isUnrolled } from '../../opt/scalar/unroll.ts';
import { addressesBefore } from './address-sums.ts';
import { emitAtomic } from './atomic.ts';
import { emitCall } from './call.ts';
import { accessName, addressType, emit, emitAddress, emitHalf, emitRegister } from './expression.ts';
import type { Frame } from './frame.ts';
import { planRun, type StoreStatement } from './grouped-accesses.ts';
import { address, isLocal, vector } from './instruction.ts';
import { fitsNarrow } from './narrow.ts';
import { narrowed, packed } from './packed.ts';
import { areLastWords, emitLastWords, emitPrint } from './print.ts';
import { moveTypes, plainType, stateSpace } from './represent.ts';
import { emitBarrier, emitWarp, fences } from './threads.ts';
import { beginWait, checkWait, emitTrap, gotOn } from './trap.ts';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

export function emitStatements(f: Frame, list: readonly Statement[]): void {
  const before = addressesBefore(f.sumNames, list);
  for (let i = 0; i < list.length; ) {
    const { loads, stores, length } = planRun(f, list, i);
    const end = i + Math.max(1, length);
    f.plans = loads;
    const waiting = new Map<StoreStatement, string>();
    for (let k = i; k < end; k++) {
      const s = list[k]!;
      if (s.at) markLine(f, s.at);
      const group = s.kind === 'store' ? stores.get(s) : undefined;
      if (s.kind === 'store' && group) {
        waiting.set(s, waitingValue(f, storedPart(s)));
        if (s === group.last) emitVectorStore(f, group.stores, waiting);
      } else if (areLastWords(s, list[k + 1])) emitLastWords(f, s);
      else {
        for (const e of before.get(s) ?? []) emitAddress(f, e, 0);
        emitStatement(f, s);
      }
    }
    i = end;
  }
  f.plans = new Map();
}

/** A local may change until it is stored. */
function waitingValue(f: Frame, value: Expression): string {
  const held = emitRegister(f, value);
  if (!isLocal(held)) return held;
  const to = f.code.temporary(value.type);
  f.code.put(`mov.${moveTypes[plainType(value.type)]}`, to, held);
  return to;
}

function emitStatement(f: Frame, s: Statement): void {
  if (f.waits.length > 0 && getsOn(s)) for (const wait of f.waits) gotOn(f, wait);
  switch (s.kind) {
    case 'set':
      setLocal(f, s.local, s.value);
      return;
    case 'store':
      emitStore(f, s);
      return;
    case 'if':
      emitIf(f, s);
      return;
    case 'loop':
      emitLoop(f, s);
      return;
    case 'for':
      emitFor(f, s);
      return;
    case 'block': {
      const end = f.code.label('end');
      f.breaks.set(s.label, end);
      emitStatements(f, s.body);
      f.code.place(end);
      return;
    }
    case 'switch':
      emitSwitch(f, s);
      return;
    case 'break':
      f.code.put('bra', target(f, f.breaks, s.label));
      return;
    case 'continue':
      f.code.put('bra', target(f, f.continues, s.label));
      return;
    case 'return':
      emitReturn(f, s);
      return;
    case 'call':
      emitCall(f, s);
      return;
    case 'copy':
      emitCopy(f, s);
      return;
    case 'fill':
      emitFill(f, s);
      return;
    case 'barrier':
      emitBarrier(f, s);
      return;
    case 'fence':
      f.code.put(fences[s.scope]);
      return;
    case 'atomic':
      emitAtomic(f, s);
      return;
    case 'warp':
      emitWarp(f, s);
      return;
    case 'read-clock':
      f.code.put(s.clock === 'clock' ? 'mov.u32' : 'mov.u64', f.local(s.result), `%${s.clock}`);
      return;
    case 'print':
      emitPrint(f, s);
      return;
    case 'trap':
      emitTrap(f, s.message, s.at);
      return;
    case 'launch':
      throw new InternalError('a launch in device code', s.at);
    default:
      impossible(s);
      return;
  }
}

function markLine(f: Frame, at: NonNullable<Statement['at']>): void {
  f.at = at;
  if (f.unit.options.lines === false || at.source.path === '') return;
  const { line, column } = startOf(at);
  const { sources } = f.unit;
  let file = sources.indexOf(at.source.path);
  if (file < 0) file = sources.push(at.source.path) - 1;
  f.code.note(`\t.loc\t${file + 1} ${line} ${column}`);
}

function setLocal(f: Frame, local: number, value: Expression): void {
  const from = emit(f, value);
  f.code.put(`mov.${moveTypes[plainType(value.type)]}`, f.local(local), from);
}

function emitStore(f: Frame, s: Of<'store'>): void {
  const narrow = sizeOf(s.memory) < 4;
  const value = narrow ? emitRegister(f, storedPart(s)) : emit(f, s.value);
  const held = s.memory === 'f16' ? narrowed(f, value) : value;
  f.code.put(`${storeName(s)}.${accessName(s.memory)}`, emitAddress(f, s.to, s.offset), held);
}

/** Neighbours, the lowest first. */
function emitVectorStore(f: Frame, stores: readonly StoreStatement[], held: ReadonlyMap<StoreStatement, string>): void {
  const first = stores[0]!;
  const { memory } = first;
  const values = stores.map((s) => held.get(s)!);
  const size = sizeOf(memory);
  const words = size < 4 ? packed(f, values, memory) : values;
  const access = size >= 4 ? accessName(memory) : size * stores.length < 4 ? 'b16' : 'b32';
  const to = emitAddress(f, first.to, first.offset);
  if (words.length === 1) f.code.put(`${storeName(first)}.${access}`, to, words[0]!);
  else f.code.put(`${storeName(first)}.v${words.length}.${access}`, to, vector(words));
}

/** What the memory takes of a value: its low bytes hang on no sign. */
function storedPart({ memory, value }: StoreStatement): Expression {
  const signed = memory === 'i8' ? 'sign8' : 'sign16';
  return value.kind === 'op' && value.op === signed && sizeOf(memory) < 4 ? value.args[0]! : value;
}

function storeName(s: StoreStatement): string {
  const type = addressType(s.to);
  if (s.volatile && type !== 'ptr.local') return `st.volatile${stateSpace(type)}`;
  const hinted = s.cache && s.cache in storeHints && (type === 'ptr.global' || type === 'ptr.generic');
  return `st${stateSpace(type)}${hinted ? `.${s.cache}` : ''}`;
}

const storeHints: Readonly<Record<string, true>> = { wb: true, cg: true, cs: true, wt: true };

function target(f: Frame, of: ReadonlyMap<string, string>, label: string): string {
  const found = of.get(label);
  if (found === undefined) throw new InternalError(`no block is labelled ${label}`, f.at);
  return found;
}

function emitIf(f: Frame, s: Of<'if'>): void {
  const { code } = f;
  const condition = emit(f, s.condition);
  const end = code.label('fi');
  // A lone jump under a condition is a conditional jump.
  const only = s.then.length === 1 && s.otherwise.length === 0 ? s.then[0] : undefined;
  if (only?.kind === 'break') {
    code.putWhere(condition, 'bra', target(f, f.breaks, only.label));
    return;
  }
  if (only?.kind === 'continue') {
    code.putWhere(condition, 'bra', target(f, f.continues, only.label));
    return;
  }
  if (only?.kind === 'return' && f.fn.kind === 'kernel') {
    code.putWhere(condition, 'ret');
    return;
  }
  const otherwise = s.otherwise.length > 0 ? code.label('else') : end;
  code.putUnless(condition, 'bra', otherwise);
  emitStatements(f, s.then);
  if (s.otherwise.length > 0) {
    if (!jumps(s.then)) code.put('bra', end);
    code.place(otherwise);
    emitStatements(f, s.otherwise);
  }
  code.place(end);
}

/** Whether control never comes to the end of the list. */
function jumps(list: readonly Statement[]): boolean {
  const last = list.at(-1);
  return last?.kind === 'break' || last?.kind === 'continue' || last?.kind === 'return';
}

function emitLoop(f: Frame, s: Of<'loop'>): void {
  const head = f.code.label('loop');
  const end = f.code.label('end');
  f.breaks.set(s.label, end);
  f.continues.set(s.label, head);
  const wait = mayWait(s) ? beginWait(f, placeOfLoop(s), waitMessage(s)) : undefined;
  const counts = wait && !waitsAlways(s);
  if (counts) f.waits.push(wait);
  f.code.place(head);
  if (wait) checkWait(f, wait);
  emitStatements(f, s.body);
  if (counts) f.waits.pop();
  if (!jumps(s.body)) f.code.put('bra', head);
  f.code.place(end);
}

/** Tests once before the first iteration and then at the end of each. */
function emitFor(f: Frame, s: Of<'for'>): void {
  const { code } = f;
  const step = s.step.kind === 'const' ? String(s.step.value) : kept(f, s.step);
  const { left, width, empty, stride } = emitTrips(f, s, step);
  const from = emit(f, s.from);
  const wide = s.from.type === 'i64';
  const [head, next, end] = [code.label('for'), code.label('next'), code.label('end')];
  f.breaks.set(s.label, end);
  f.continues.set(s.label, next);
  code.put(wide ? 'mov.b64' : 'mov.b32', f.local(s.local), from);
  if (empty) code.putWhere(empty, 'bra', end);
  code.place(head);
  // What is unrolled is left at that: with more loads further apart fewer are on their way (a matrix times a vector took 1.65 ms for 0.99).
  if (isUnrolled(s.label)) code.note('\t.pragma "nounroll";');
  emitStatements(f, s.body);
  code.place(next);
  code.put(wide ? 'add.s64' : 'add.s32', f.local(s.local), f.local(s.local), step);
  const more = code.register('p');
  if (stride === undefined) {
    code.put(`add.${width}`, left, left, '-1');
    code.put(`setp.ne.${width}`, more, left, '0');
  } else {
    code.put('setp.ge.u32', more, left, stride);
    code.put('sub.s32', left, left, stride);
  }
  code.putWhere(more, 'bra', head);
  code.place(end);
}

/** `stride`: what `left` counts down by, as long as it is not less; else it counts the iterations. */
type Trips = {
  readonly left: string;
  readonly width: 's32' | 's64';
  readonly empty: string | undefined;
  readonly stride?: string;
};

/** A counter of iterations, and whether there are none. A loop over 32 bits has at most 2**32 iterations: the low half of their number counts them. */
function emitTrips(f: Frame, s: Of<'for'>, step: string): Trips {
  const { code } = f;
  const strides = s.step.kind === 'const' ? undefined : stridesOf(s.trips);
  // A loop that is counted the assembler unrolls, which loads from far away are worth a division for.
  if (strides && keyOf(strides.step) === keyOf(s.step) && !loadsFromFar(s)) {
    const left = kept(f, strides.distance);
    const some = strides.some && emit(f, strides.some);
    const empty = some && code.register('p');
    if (empty) code.put('not.pred', empty, some);
    return { left, width: 's32', empty, stride: step };
  }
  const short = s.trips.type === 'i32' || fitsNarrow(s.trips, f.narrow);
  const trips = short && s.trips.type === 'i64' ? emitHalf(f, s.trips) : emit(f, s.trips);
  const certain = s.trips.kind === 'const' && Number(s.trips.value) > 0;
  const empty = certain ? undefined : code.register('p');
  if (empty) code.put(short ? 'setp.lt.s32' : 'setp.lt.s64', empty, trips, '1');
  const half = short || s.from.type === 'i32';
  const left = code.register(half ? 'r' : 'rd');
  if (short || !half) code.put(half ? 'mov.b32' : 'mov.b64', left, trips);
  else code.put('cvt.u32.u64', left, trips);
  return { left, width: half ? 's32' : 's64', empty };
}

function loadsFromFar(s: Statement): boolean {
  let found = false;
  eachExpressionIn([s], (e) => {
    if (e.kind === 'load' && e.from.type !== 'ptr.shared' && e.from.type !== 'ptr.local') found = true;
  });
  return found;
}

/** A register of its own: the body may change the locals of the expression. */
function kept(f: Frame, e: Expression): string {
  const to = f.code.temporary(e.type);
  f.code.put(`mov.${moveTypes[plainType(e.type)]}`, to, emit(f, e));
  return to;
}

function emitSwitch(f: Frame, s: Of<'switch'>): void {
  const { code } = f;
  const value = emitRegister(f, s.value);
  const otherwise = code.label('default');
  const end = code.label('end');
  const labels = s.cases.map(() => code.label('case'));
  const ranges = rangesOf(
    s.cases.flatMap((c, i) => c.values.map((v) => ({ v, label: labels[i]! }))),
    otherwise,
  );
  if (ranges.length > mostRanges) emitTable(f, value, ranges, otherwise);
  else emitSearch(f, value, ranges);
  s.cases.forEach((c, i) => {
    code.place(labels[i]!);
    emitStatements(f, c.body);
    if (!jumps(c.body)) code.put('bra', end);
  });
  code.place(otherwise);
  emitStatements(f, s.otherwise);
  code.place(end);
}

/** Values from `from` to where the next range begins. */
type Range = { readonly from: number; readonly label: string };

/** All whole numbers as ranges of values that go to the same place. */
function rangesOf(choices: readonly { readonly v: number; readonly label: string }[], otherwise: string): Range[] {
  const ranges: Range[] = [{ from: Number.NEGATIVE_INFINITY, label: otherwise }];
  const add = (from: number, label: string): void => {
    const last = ranges.at(-1)!;
    if (last.from === from) ranges.pop();
    if (ranges.at(-1)?.label !== label) ranges.push({ from, label });
  };
  for (const { v, label } of [...choices].sort((a, b) => a.v - b.v)) {
    add(v, label);
    ranges.push({ from: v + 1, label: otherwise });
  }
  if (ranges.at(-1)!.from > 2147483647) ranges.pop();
  return ranges;
}

/**
 * Halves until one is left. Comparisons for order alone: NVIDIA's assembler makes a table of those for equality, and a jump through a table takes as long as ten comparisons
 * (an interpreter of eight operations took 1.59 ms for nvcc's 1.01).
 */
function emitSearch(f: Frame, value: string, ranges: readonly Range[]): void {
  const { code } = f;
  const middle = ranges.length >> 1;
  const [left, right] = [ranges.slice(0, middle), ranges.slice(middle)];
  const [first] = right;
  if (left.length === 0) {
    code.put('bra', first!.label);
    return;
  }
  const side = code.register('p');
  const limit = String(first!.from);
  if (left.length === 1) {
    code.put('setp.lt.s32', side, value, limit);
    code.putWhere(side, 'bra', left[0]!.label);
    emitSearch(f, value, right);
    return;
  }
  const above = right.length === 1 ? first!.label : code.label('above');
  code.put('setp.ge.s32', side, value, limit);
  code.putWhere(side, 'bra', above);
  emitSearch(f, value, left);
  if (right.length === 1) return;
  code.place(above);
  emitSearch(f, value, right);
}

const mostRanges = 64;

/** Jumps through a table where the values lie close together, else searches. */
function emitTable(f: Frame, value: string, ranges: readonly Range[], otherwise: string): void {
  const { code } = f;
  const low = ranges[1]!.from;
  const size = ranges.at(-1)!.from - low;
  if (ranges.at(-1)!.label !== otherwise || size > 4 * ranges.length) {
    emitSearch(f, value, ranges);
    return;
  }
  const targets = ranges.slice(1, -1).flatMap(({ from, label }, i) => {
    return Array.from({ length: ranges[i + 2]!.from - from }, () => label);
  });
  const [index, outside, table] = [code.register('r'), code.register('p'), code.label('table')];
  code.put('sub.s32', index, value, String(low));
  code.put('setp.ge.u32', outside, index, String(size));
  code.putWhere(outside, 'bra', otherwise);
  code.table(table, targets);
  code.put('brx.idx', index, table);
}

function emitReturn(f: Frame, s: Of<'return'>): void {
  s.values.forEach((v, i) => {
    const value = plainType(v.type) === 'bool' ? truthNumber(f, emit(f, v)) : emit(f, v);
    const type = plainType(v.type) === 'bool' ? 'b32' : moveTypes[plainType(v.type)];
    f.code.put(`st.param.${type}`, address('result', 8 * i), value);
  });
  f.code.put('ret');
}

function truthNumber(f: Frame, p: string): string {
  const to = f.code.register('r');
  f.code.put('selp.b32', to, '1', '0', p);
  return to;
}

// ---- runs of bytes ------------------------------------------------------------------------------------------------------

/** Loads that a copy may take before it is a call. */
const mostPieces = 64;

const pieces = [
  { bytes: 8, load: 'b64', store: 'b64', register: 'rd' },
  { bytes: 4, load: 'b32', store: 'b32', register: 'r' },
  { bytes: 2, load: 'u16', store: 'b16', register: 'r' },
  { bytes: 1, load: 'u8', store: 'b8', register: 'r' },
] as const;

type Piece = { readonly of: (typeof pieces)[number]; readonly at: number };

/** `bytes` in pieces as wide as the alignment allows. */
function piecesOf(bytes: number, align: number): readonly Piece[] {
  const found: Piece[] = [];
  for (let at = 0; at < bytes; ) {
    const of = pieces.find((p) => p.bytes <= align && p.bytes <= bytes - at)!;
    found.push({ of, at });
    at += of.bytes;
  }
  return found;
}

/** Few bytes are moved here, others by a function of the module. */
function emitCopy(f: Frame, s: Of<'copy'>): void {
  const n = s.bytes.kind === 'const' ? Number(s.bytes.value) : -1;
  if (n === 0) return;
  const align = s.align ?? 1;
  if (n > 0 && n <= mostPieces * Math.min(align, 8)) {
    emitPieces(f, s, piecesOf(n, align));
    return;
  }
  f.unit.needs.add('copy');
  callHelper(f, '__cufort_copy', [
    ['b64', generic(f, s.to)],
    ['b64', generic(f, s.from)],
    ['b64', emitRegister(f, s.bytes)],
  ]);
}

/** All is read before the first is written, since the two may overlap. */
function emitPieces(f: Frame, s: Of<'copy'>, list: readonly Piece[]): void {
  const { code } = f;
  const [from, to] = [emitRegister(f, s.from), emitRegister(f, s.to)];
  const [fromSpace, toSpace] = [stateSpace(addressType(s.from)), stateSpace(addressType(s.to))];
  const held = list.map((p) => {
    const r = code.register(p.of.register);
    code.put(`ld${fromSpace}.${p.of.load}`, r, address(from, p.at));
    return r;
  });
  list.forEach((p, i) => {
    code.put(`st${toSpace}.${p.of.store}`, address(to, p.at), held[i]!);
  });
}

function emitFill(f: Frame, s: Of<'fill'>): void {
  f.unit.needs.add('fill');
  callHelper(f, '__cufort_fill', [
    ['b64', generic(f, s.to)],
    ['b32', emitRegister(f, s.byte)],
    ['b64', emitRegister(f, s.bytes)],
  ]);
}

function generic(f: Frame, e: Expression): string {
  if (!isPointer(e.type)) throw new InternalError(`an address of type ${e.type}`, f.at);
  return emitRegister(f, { kind: 'op', type: 'ptr.generic', op: 'cast.space', args: [e] });
}

function callHelper(f: Frame, name: string, args: readonly (readonly [type: string, value: string])[]): void {
  const { code } = f;
  code.note('\t{');
  args.forEach(([type, value], i) => {
    code.note(`\t.param .${type} a${i};`);
    code.put(`st.param.${type}`, address(`a${i}`), value);
  });
  code.put('call', name, `(${args.map((_, i) => `a${i}`).join(', ')})`);
  code.note('\t}');
}
