/** Expressions of the IR as instructions; each gives the operand that holds its value. */
import { InternalError, impossible } from '../../base/impossible.ts';
import { i64 } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import type { OperationName, SpecialName } from '../../ir/operations.ts';
import { isPointer, type MemoryType, type PointerType, sizeOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { type Affine, difference, isConstant, namedBase, type Term, termsOf } from '../../opt/analysis/affine.ts';
import { isNarrowTerm, levelsOf } from './address-sums.ts';
import { symbols } from './artifact.ts';
import { clampedAmount, clampedShift } from './clamped-shifts.ts';
import type { Frame } from './frame.ts';
import type { Group } from './grouped-accesses.ts';
import { hostCellOf } from './host-cells.ts';
import { type Address, address, instruction, vector } from './instruction.ts';
import {
  flushed,
  hostBase,
  moved,
  powerOfTwo,
  putCast,
  putEqual,
  putExtremeHalf,
  putFromHost,
  putInteger,
  putLines,
  putLongQuotient,
  putQuotient,
  putSelect,
} from './instructions.ts';
import { formsFor, isFixedTerm, isNarrowAtom } from './linear.ts';
import { fitsNarrow } from './narrow.ts';
import { unpacked, widened } from './packed.ts';
import { accessOf, classOf, immediate, moveTypes, type PlainType, plainType, stateSpace } from './represent.ts';
import { fastRows, type Row, rows } from './rows.ts';

export type OperationNode = Extract<Expression, { kind: 'op' }>;
type LoadNode = Extract<Expression, { kind: 'load' }>;

const allRows: Readonly<Record<OperationName, Row>> = rows;

/** A register or an immediate. */
export function emit(f: Frame, e: Expression): string {
  switch (e.kind) {
    case 'const':
      return constant(f, e);
    case 'local':
      return f.local(e.index);
    case 'op':
      return emitOperation(f, e);
    case 'load':
      return emitLoad(f, e);
    case 'special':
      return emitSpecialRegister(f, e.name);
    case 'global':
      return emitGlobal(f, e.name);
    case 'slot':
      return moved(f, 'u64', 'rd', f.slot(e.index));
    case 'function':
      // A procedure's address may be a small number; as one from memory it is taken for the host program's.
      return putFromHost(f, e.type, moved(f, 'u64', 'rd', f.unit.names.of(e.name)));
    case 'dynamic-shared':
      f.unit.needs.add('dynamicShared');
      return moved(f, 'u64', 'rd', symbols.dynamicShared);
    default:
      return impossible(e);
  }
}

/** As `emit`, but never an immediate. */
export function emitRegister(f: Frame, e: Expression): string {
  const operand = emit(f, e);
  if (operand.startsWith('%')) return operand;
  const plain = plainType(e.type);
  return moved(f, moveTypes[plain], classOf(e.type), operand);
}

function constant(f: Frame, e: Extract<Expression, { kind: 'const' }>): string {
  const plain = plainType(e.type);
  if (plain !== 'bool') return immediate(plain, e.value);
  const to = f.code.register('p');
  f.code.put(e.value ? 'setp.eq.u32' : 'setp.ne.u32', to, '0', '0');
  return to;
}

function emitSpecialRegister(f: Frame, name: SpecialName): string {
  const known = f.specials.get(name);
  if (known) return known;
  const to = f.code.register('r');
  f.specials.set(name, to);
  f.code.entry.push(instruction('mov.u32', [to, specialRegisters[name]]));
  return to;
}

const specialRegisters: Readonly<Record<SpecialName, string>> = {
  'tid.x': '%tid.x',
  'tid.y': '%tid.y',
  'tid.z': '%tid.z',
  'ctaid.x': '%ctaid.x',
  'ctaid.y': '%ctaid.y',
  'ctaid.z': '%ctaid.z',
  'ntid.x': '%ntid.x',
  'ntid.y': '%ntid.y',
  'ntid.z': '%ntid.z',
  'nctaid.x': '%nctaid.x',
  'nctaid.y': '%nctaid.y',
  'nctaid.z': '%nctaid.z',
  laneid: '%laneid',
  'chunk.lane': '0',
  'chunk.lanes': '1',
  'cluster.nctaid.x': '%cluster_nctaid.x',
  'cluster.nctaid.y': '%cluster_nctaid.y',
  'cluster.nctaid.z': '%cluster_nctaid.z',
  'cluster.rank': '%cluster_ctarank',
  'cluster.size': '%cluster_nctarank',
  'dynamic.bytes': '%dynamic_smem_size',
  'launch.alone': '0',
  'launch.round': '0',
};

/** The address of a variable in its own space; managed ones lie in the host program's memory. */
function emitGlobal(f: Frame, name: string): string {
  const at = f.unit.options.managed.get(name);
  if (at === undefined) return moved(f, 'u64', 'rd', globalSymbol(f, name));
  const base = hostBase(f);
  const to = f.code.register('rd');
  f.code.put('add.s64', to, base, String(at));
  return to;
}

function globalSymbol(f: Frame, name: string): string {
  const placement = f.unit.program.globals.get(name)?.placement;
  if (placement === undefined || placement === 'host') throw new InternalError(`${name} in device code`, f.at);
  f.unit.globals.add(name);
  return f.unit.names.of(name);
}

// ---- addresses ----------------------------------------------------------------------------------------------------------

export function emitAddress(f: Frame, from: Expression, offset: number): Address {
  const { base, sum } = f.addressOf(from, offset);
  const constant = Number(sum.constant);
  const near = Math.abs(constant) < 0x7fffffff;
  const forms = formsFor(f);
  const terms = near ? sum : forms.sum(sum, forms.atom(i64(constant)));
  const start = isConstant(terms) ? symbolOf(f, base) : undefined;
  return address(start ?? putAddress(f, base, terms), near ? constant : 0);
}

/** The symbol that an access can name itself. */
function symbolOf(f: Frame, base: Expression): string | undefined {
  if (base.kind === 'slot') return f.slot(base.index);
  if (base.kind === 'global' && !f.unit.options.managed.has(base.name)) return globalSymbol(f, base.name);
  return undefined;
}

/**
 * The base and a sum of terms. What threads share (extents, strides) goes with the base; where another address had the same base and the same other terms it is
 * made from that one, so that the assembler finds what neighbours in an array have in common. Terms that inner loops change come last.
 */
function putAddress(f: Frame, base: Expression, sum: Affine): string {
  const fixed = termsOf(sum, (t) => isFixedTerm(t, f));
  const other = termsOf(sum, (t) => !isFixedTerm(t, f));
  const first = sharedAddress(f, base, other, fixed);
  let at = addTerms(f, emitRegister(f, base), [...first.terms.values()]);
  for (const level of levelsOf(other, f, f.depths)) at = addLevel(f, at, level);
  return addTerms(f, at, [...difference(fixed, first).terms.values()]);
}

function addLevel(f: Frame, at: string, level: Affine): string {
  const terms = [...level.terms.values()];
  if (terms.length === 1) return addTerms(f, at, terms);
  if (f.orders(level) === 'sum first') return addSum(f, at, terms);
  const wide = terms.filter((t) => !isNarrowTerm(t, f));
  const row = wide.length === 0 ? at : addSum(f, at, wide);
  return addTerms(
    f,
    row,
    terms.filter((t) => isNarrowTerm(t, f)),
  );
}

/** The terms are added up first, in units that all are multiples of. */
function addSum(f: Frame, at: string, terms: readonly Term[]): string {
  const unit = terms[0]!.factor;
  const isScaled = unit > 1n && (unit & (unit - 1n)) === 0n && terms.every((t) => t.factor === unit);
  const sum = addTerms(f, undefined, isScaled ? terms.map((t) => ({ ...t, factor: 1n })) : terms);
  const to = f.code.register('rd');
  let scaled = sum;
  if (isScaled) {
    scaled = f.code.register('rd');
    f.code.put('shl.b64', scaled, sum, String(unit.toString(2).length - 1));
  }
  f.code.put('add.s64', to, at, scaled);
  return to;
}

/** The fixed terms of the first address like this one; arrays in dynamic shared memory have nothing in common but where that begins. */
function sharedAddress(f: Frame, base: Expression, own: Affine, fixed: Affine): Affine {
  if (isConstant(own) || base.kind === 'dynamic-shared') return fixed;
  const key = `${keyOf(base)} ${namedBase(own)}`;
  const known = f.addresses.get(key);
  if (!known) f.addresses.set(key, fixed);
  return known ?? fixed;
}

function addTerms(f: Frame, start: string, terms: readonly Term[]): string;
function addTerms(f: Frame, start: string | undefined, terms: readonly Term[]): string;
function addTerms(f: Frame, start: string | undefined, terms: readonly Term[]): string {
  return terms.reduce((at, t) => addTerm(f, at, t), start) ?? moved(f, 'b64', 'rd', '0');
}

function addTerm(f: Frame, at: string | undefined, { atoms: factors, factor }: Term): string {
  const { code } = f;
  const atoms = factors.map((a) => a.e);
  const to = code.register('rd');
  if (isNarrowTerm({ atoms: factors, factor }, f)) {
    const half = emitHalf(f, atoms[0]!);
    if (at === undefined && factor === 1n) code.put('cvt.s64.s32', to, half);
    else if (at === undefined) code.put('mul.wide.s32', to, half, String(factor));
    else code.put('mad.wide.s32', to, half, String(factor), at);
    return to;
  }
  const scale = factor < 0n ? -factor : factor;
  const product = emitProduct(f, atoms);
  if ((scale & (scale - 1n)) !== 0n) {
    if (at === undefined) code.put('mul.lo.s64', to, product, String(factor));
    else code.put('mad.lo.s64', to, product, String(factor), at);
    return to;
  }
  const bits = scale.toString(2).length - 1;
  const scaled = bits === 0 ? product : code.register('rd');
  if (bits > 0) code.put('shl.b64', scaled, product, String(bits));
  if (at === undefined && factor > 0n) return scaled;
  if (at === undefined) code.put('neg.s64', to, scaled);
  else code.put(factor > 0n ? 'add.s64' : 'sub.s64', to, at, scaled);
  return to;
}

/** The product of atoms in a register of 64 bits; the first are those that threads share. */
function emitProduct(f: Frame, atoms: readonly Expression[]): string {
  const { code } = f;
  const [a, b, ...rest] = atoms;
  if (b === undefined) return emitRegister(f, a!);
  const halves = isNarrowAtom(a!, f) && isNarrowAtom(b, f);
  let product = code.register('rd');
  if (halves) code.put('mul.wide.s32', product, emitHalf(f, a!), emitHalf(f, b));
  else code.put('mul.lo.s64', product, emitRegister(f, a!), emitRegister(f, b));
  for (const e of rest) {
    const next = code.register('rd');
    code.put('mul.lo.s64', next, product, emitRegister(f, e));
    product = next;
  }
  return product;
}

/** The low half of an i64 that fits it. */
export function emitHalf(f: Frame, e: Expression): string {
  if (e.kind === 'const') return String(e.value);
  if (e.kind === 'op') {
    const [a, b, c] = e.args;
    if (e.op === 'extend') return emitRegister(f, a!);
    const to = f.code.register('r');
    if (e.op === 'select') f.code.put('selp.b32', to, emitHalf(f, b!), emitHalf(f, c!), emitRegister(f, a!));
    else if (e.op === 'min' || e.op === 'max') putExtremeHalf(f, e.op, to, emitHalf(f, a!), emitHalf(f, b!));
    else f.code.put(`${e.op}.s32`, to, emitHalf(f, a!), emitHalf(f, b!));
    return to;
  }
  const to = f.code.register('r');
  f.code.put('cvt.u32.u64', to, emitRegister(f, e));
  return to;
}

// ---- loads ----------------------------------------------------------------------------------------------------------------

function emitLoad(f: Frame, e: LoadNode): string {
  const planned = f.plans.get(e);
  if (!planned) return emitOneLoad(f, e);
  const { group, lane } = planned;
  if (group.lanes > 1 && sizeOf(e.memory) < 4) return unpacked(f, wordsOf(f, group), e.memory, lane);
  group.registers ??= group.lanes === 1 ? [emitOneLoad(f, group.first)] : emitVectorLoad(f, group.first, group.lanes);
  return group.registers[lane]!;
}

/** A load of one or two bytes as a number without a sign. */
function emitUnsignedLoad(f: Frame, e: LoadNode): string {
  const planned = f.plans.get(e);
  if (planned && planned.group.lanes > 1) return unpacked(f, wordsOf(f, planned.group), e.memory, planned.lane, true);
  return emitOneLoad(f, e, e.memory === 'i8' ? 'u8' : 'u16');
}

function emitVectorLoad(f: Frame, e: LoadNode, lanes: number): readonly string[] {
  const registers = Array.from({ length: lanes }, () => f.code.temporary(e.type));
  putVectorLoad(f, e, registers, accessOf(e.memory).load);
  return registers;
}

function putVectorLoad(f: Frame, e: LoadNode, to: readonly string[], access: string): void {
  const type = addressType(e.from);
  const name = `ld${stateSpace(type)}${hint(f, e, type)}`;
  const from = emitAddress(f, e.from, e.offset);
  if (to.length === 1) f.code.put(`${name}.${access}`, to[0]!, from);
  else f.code.put(`${name}.v${to.length}.${access}`, vector(to), from);
}

/** Cells of one or two bytes, four bytes to a word. */
function wordsOf(f: Frame, group: Group): readonly string[] {
  if (group.registers) return group.registers;
  const { first, lanes } = group;
  const bytes = lanes * sizeOf(first.memory);
  const words = Array.from({ length: Math.max(1, bytes / 4) }, () => f.code.register('r'));
  putVectorLoad(f, first, words, bytes < 4 ? 'u16' : 'b32');
  group.registers = words;
  return words;
}

function emitOneLoad(f: Frame, e: LoadNode, as?: string): string {
  const cell = hostCell(f, e);
  if (cell !== undefined) return cell;
  const type = addressType(e.from);
  const name = ['ld', volatile(e, type), hint(f, e, type), `.${as ?? accessOf(e.memory).load}`].join('');
  const from = emitAddress(f, e.from, e.offset);
  if (e.memory === 'f16') {
    const half = f.code.register('h');
    f.code.put(name, half, from);
    return widened(f, half);
  }
  const to = f.code.temporary(e.type);
  f.code.put(name, to, from);
  return isPointer(e.memory) && f.unit.options.managed.size > 0 ? putFromHost(f, e.memory, to) : to;
}

/** Data of the host that the launch takes along come from a parameter, not over the bus. */
function hostCell(f: Frame, e: LoadNode): string | undefined {
  const param = hostCellOf(f.unit, f.fn, f.hostCells, e);
  if (param === undefined) return undefined;
  const to = f.code.temporary(e.type);
  f.code.put('ld.param.b64', to, address(`h${param - f.fn.params}`));
  return to;
}

export function addressType(e: Expression): PointerType {
  if (!isPointer(e.type)) throw new InternalError(`an address of type ${e.type}`);
  return e.type;
}

function volatile(e: { readonly volatile?: boolean }, type: PointerType): string {
  return e.volatile && type !== 'ptr.constant' && type !== 'ptr.local'
    ? `.volatile${stateSpace(type)}`
    : stateSpace(type);
}

function hint(f: Frame, e: LoadNode, type: PointerType): string {
  if (e.volatile || (type !== 'ptr.global' && type !== 'ptr.generic')) return '';
  if (f.unit.options.onlyL2 && !e.cache) return '.cg';
  if (type === 'ptr.global' && (e.cache === 'nc' || (!e.cache && f.isReadOnly(e.from)))) return '.nc';
  return e.cache && e.cache !== 'nc' && e.cache in loadHints ? `.${e.cache}` : '';
}

const loadHints: Readonly<Record<string, true>> = { ca: true, cg: true, cs: true, lu: true, cv: true };

// ---- operations -----------------------------------------------------------------------------------------------------------

function emitOperation(f: Frame, e: OperationNode): string {
  const first = plainType(e.args[0]!.type);
  const fast = f.unit.options.fast && e.type === 'f32' ? fastRows[e.op] : undefined;
  if (fast) return emitLines(f, e, fast);
  if (first === 'i64' && e.type === 'i64') {
    const small = emitSmall(f, e);
    if (small !== undefined) return small;
  }
  if (e.op === 'div') {
    const quotient = emitQuotient(f, e, first);
    if (quotient !== undefined) return quotient;
  }
  if (e.op === 'wrap' && isExtended(e.args[0]!)) return emit(f, e.args[0].args[0]!);
  if (e.op === 'and' && isUnsigned(e)) return emitUnsignedLoad(f, e.args[0]);
  const row = allRows[e.op];
  switch (row.how) {
    case 'instruction': {
      const name = row.of[first] ?? row.of[`${first}>${plainType(e.type)}`];
      if (!name) throw new InternalError(`operation ${e.op} has no instruction for ${first}`, f.at);
      const args = e.args.map((a) => emit(f, a));
      // An instruction without a register among its sources is one of constants that could not be folded.
      if (args.length === 1 && !args[0]!.startsWith('%')) args[0] = emitRegister(f, e.args[0]!);
      const to = f.code.temporary(e.type);
      f.code.put(flushed(f, name), to, ...args);
      return to;
    }
    case 'lines': {
      const lines = row.of[first];
      if (!lines) throw new InternalError(`operation ${e.op} has no instructions for ${first}`, f.at);
      return emitLines(f, e, lines);
    }
    case 'special':
      return emitSpecial(f, e, first);
    case 'math':
      throw new InternalError(`${e.op} of ${first} is not written for this device yet`, f.at);
    default:
      return impossible(row);
  }
}

/** Real quotients that are exact without a division: 1/x is an instruction, and x/2**n a product, both rounded as the quotient is. */
function emitQuotient(f: Frame, e: OperationNode, of: PlainType): string | undefined {
  if (of !== 'f32' && of !== 'f64') return undefined;
  const [a, b] = e.args;
  const suffix = flushed(f, of === 'f32' ? '~.f32' : '.f64');
  if (a!.kind === 'const' && a!.value === 1) {
    const to = f.code.temporary(e.type);
    f.code.put(`rcp.rn${suffix}`, to, emitRegister(f, b!));
    return to;
  }
  const inverse = b!.kind === 'const' ? exactInverse(Number(b!.value)) : undefined;
  if (inverse === undefined) return undefined;
  const to = f.code.temporary(e.type);
  f.code.put(`mul.rn${suffix}`, to, emit(f, a!), immediate(of, inverse));
  return to;
}

/** 1/x where x is a power of two that is no extreme of either kind. */
function exactInverse(x: number): number | undefined {
  const exponent = Math.log2(Math.abs(x));
  return Number.isInteger(exponent) && Math.abs(exponent) <= 100 ? 1 / x : undefined;
}

function isExtended(e: Expression): e is OperationNode {
  return e.kind === 'op' && (e.op === 'extend' || e.op === 'extend.u');
}

/** `iand(int(c), 255)` of a byte c, and likewise of two bytes. */
function isUnsigned(e: OperationNode): e is OperationNode & { readonly args: readonly [LoadNode, Expression] } {
  const [a, mask] = e.args;
  if (a?.kind !== 'load' || mask?.kind !== 'const') return false;
  return (a.memory === 'i8' && mask.value === 255) || (a.memory === 'i16' && mask.value === 65535);
}

function emitLines(f: Frame, e: OperationNode, lines: readonly string[]): string {
  const args = e.args.map((a) => emitRegister(f, a));
  return putLines(f, e.type, args, lines);
}

/** Products and quotients of 64 bits whose parts fit 32. */
function emitSmall(f: Frame, e: OperationNode): string | undefined {
  const [a, b] = e.args;
  if (e.op === 'mul') {
    if (!fitsNarrow(a!, f.narrow) || !fitsNarrow(b!, f.narrow)) return undefined;
    const to = f.code.register('rd');
    f.code.put('mul.wide.s32', to, emitHalf(f, a!), emitHalf(f, b!));
    return to;
  }
  if (e.op === 'div' || e.op === 'rem') {
    const amount = b!.kind === 'const' ? powerOfTwo(b!.value) : undefined;
    if (amount !== undefined) return putQuotient(f, e.op, emitRegister(f, a!), amount);
    const safe = b!.kind === 'const' && typeof b!.value === 'bigint' && b!.value > 0n;
    if (!safe || !fitsNarrow(a!, f.narrow) || !fitsNarrow(b!, f.narrow))
      return putLongQuotient(f, `${e.op}.s64`, emitRegister(f, a!), emitRegister(f, b!));
    const half = f.code.register('r');
    f.code.put(`${e.op}.s32`, half, emitHalf(f, a!), emitHalf(f, b!));
    const to = f.code.register('rd');
    f.code.put('cvt.s64.s32', to, half);
    return to;
  }
  return undefined;
}

function emitSpecial(f: Frame, e: OperationNode, first: PlainType): string {
  const { code } = f;
  const [a, b, c] = e.args;
  switch (e.op) {
    case 'shl':
    case 'shr.s':
    case 'shr.u': {
      const width = first === 'i64' ? 64 : 32;
      const name = { shl: `shl.b${width}`, 'shr.s': `shr.s${width}`, 'shr.u': `shr.u${width}` }[e.op];
      const to = code.temporary(e.type);
      code.put(name, to, emitRegister(f, a!), shiftAmount(f, clampedAmount(e)));
      return to;
    }
    case 'ctz': {
      const width = first === 'i64' ? 64 : 32;
      const turned = code.temporary(a!.type);
      code.put(`brev.b${width}`, turned, emitRegister(f, a!));
      const to = code.register('r');
      code.put(`clz.b${width}`, to, turned);
      return to;
    }
    case 'eq':
    case 'ne':
      return putEqual(f, e.op, first, emit(f, a!), emit(f, b!));
    case 'select': {
      const shift = clampedShift(e);
      if (shift) return emit(f, shift);
      return putSelect(f, e.type, emit(f, a!), emit(f, b!), emit(f, c!));
    }
    case 'to.i32':
    case 'to.i64':
      return putInteger(f, e.type, 's', first, emitRegister(f, a!));
    case 'to.u32':
    case 'to.u64':
      return putInteger(f, e.type, 'u', first, emitRegister(f, a!));
    case 'offset': {
      const { base, sum } = f.addressOf(e, 0);
      const at = putAddress(f, base, sum);
      if (sum.constant === 0n) return at;
      const to = code.register('rd');
      code.put('add.s64', to, at, String(sum.constant));
      return to;
    }
    case 'to.address':
      return emit(f, a!);
    case 'from.address':
      return isPointer(e.type) ? putFromHost(f, e.type, emitRegister(f, a!)) : emit(f, a!);
    case 'cast.space':
      return putCast(f, emitRegister(f, a!), a!.type, e.type);
    // Made for the simulated device alone.
    case 'readable':
      return emit(f, a!);
    case 'is.global': {
      const to = code.register('p');
      code.put('isspacep.global', to, putCast(f, emitRegister(f, a!), a!.type, 'ptr.generic'));
      return to;
    }
    case 'cluster.map': {
      const at = putCast(f, emitRegister(f, a!), a!.type, 'ptr.generic');
      const to = code.register('rd');
      code.put('mapa.u64', to, at, emit(f, b!));
      return to;
    }
    default:
      throw new InternalError(`operation ${e.op}(${[a, b, c].length}) is not written`, f.at);
  }
}

/** A shift by 32 bits of amount whatever is shifted. */
function shiftAmount(f: Frame, e: Expression): string {
  if (e.kind === 'const') return String(e.value);
  if (e.type !== 'i64') return emit(f, e);
  const to = f.code.register('r');
  f.code.put('cvt.u32.u64', to, emitRegister(f, e));
  return to;
}

export function accessName(memory: MemoryType): string {
  return accessOf(memory).store;
}
