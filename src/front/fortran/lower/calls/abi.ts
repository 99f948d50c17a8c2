/** How calls pass arguments and results: the types of a procedure's parameters from its signature. */
import type { PointerType, ValueType } from '../../../../ir/types.ts';
import { constantLength, isDescribed, layoutOf, rankOf, valueTypeOf } from '../../layout.ts';
import type { Procedure, Signature, Type, Variable } from '../../program.ts';

export type Heading = { readonly params: readonly ValueType[]; readonly results: readonly ValueType[] };

/** How one dummy is passed. */
export type Passing =
  /** A plain scalar or complex by value. */
  | { readonly how: 'value'; readonly types: readonly ValueType[] }
  /** A derived type by value to a kernel: its bytes as i64 pieces. */
  | { readonly how: 'pieces'; readonly count: number }
  /** An address by value across bind(c): type(c_ptr), type(c_devptr), as an array's first element is passed. */
  | { readonly how: 'handle'; readonly type: PointerType }
  /** Address of a scalar, of an array's first element, or of a copy. `length`: an i64 follows. */
  | { readonly how: 'address'; readonly type: PointerType; readonly length: boolean }
  | { readonly how: 'descriptor'; readonly type: PointerType; readonly length: boolean }
  /** An assumed-shape array of a kernel: base, then lower, extent, stride (bytes) of each dimension. */
  | { readonly how: 'spread'; readonly rank: number; readonly length: boolean }
  | { readonly how: 'procedure'; readonly type: PointerType };

export type Side = 'host' | 'device' | 'kernel';

export function passingOf(d: Variable, side: Side, bindC: boolean): Passing {
  const code = side === 'host' ? 'ptr.host' : 'ptr.generic';
  if (d.procedure && d.attributes.pointer) return { how: 'address', type: code, length: false };
  if (d.procedure) return { how: 'procedure', type: code };
  const length = d.type.base === 'character' && !bindC;
  if (d.attributes.value && !d.shape) {
    // On the host a c_ptr goes as the pointer itself, also outside bind(c): user functions of mpi_f08 are called so.
    const isPointer = side === 'host' && isAddress(d) && !d.attributes.optional;
    const handle = bindC || isPointer ? handleType(d, side) : undefined;
    if (handle) return { how: 'handle', type: handle };
    // What may be absent goes by the address of a copy.
    const by = d.attributes.optional && !bindC && side !== 'kernel' ? undefined : valuePassing(d, side, bindC);
    if (by) return by;
  }
  if (isDescribed(d.type, d.shape, d.attributes)) {
    if (side === 'kernel' && d.shape?.kind === 'assumed-shape') return { how: 'spread', rank: rankOf(d.shape), length };
    return { how: 'descriptor', type: side === 'host' ? 'ptr.host' : 'ptr.generic', length };
  }
  return { how: 'address', type: dataSpace(d, side), length };
}

/** What C sees of a dummy that holds an address. */
function handleType(d: Variable, side: Side): PointerType | undefined {
  const name = d.type.base === 'derived' && d.type.type.library ? d.type.type.name : undefined;
  if (name !== 'c_ptr' && name !== 'c_devptr' && name !== 'c_funptr') return undefined;
  if (side === 'host') return name === 'c_devptr' ? 'ptr.global' : 'ptr.host';
  return side === 'kernel' ? 'ptr.global' : 'ptr.generic';
}

/** To C a c_ptr is the pointer itself: what one side declares as a c_ptr the other may declare as an array. */
export function isAddress(d: Variable): boolean {
  return holds(d, ['c_ptr', 'c_funptr']);
}

function holds({ type }: Variable, names: readonly string[]): boolean {
  return type.base === 'derived' && names.includes(type.type.name) && type.type.library !== undefined;
}

function valuePassing(d: Variable, side: Side, bindC: boolean): Passing | undefined {
  switch (d.type.base) {
    case 'integer':
    case 'real':
      return { how: 'value', types: [valueTypeOf(d.type)] };
    case 'logical':
      return { how: 'value', types: [d.type.kind === 8 ? 'i64' : 'i32'] };
    case 'complex':
      return { how: 'value', types: [valueTypeOf(d.type), valueTypeOf(d.type)] };
    case 'character':
      return bindC && isChar(d.type) ? { how: 'value', types: ['i32'] } : undefined;
    case 'derived':
      return side === 'kernel' ? { how: 'pieces', count: Math.ceil((layoutOf(d.type)?.size ?? 0) / 8) } : undefined;
    default:
      return undefined;
  }
}

/** What C calls a char. */
function isChar(t: Type): boolean {
  return t.base === 'character' && t.kind === 1 && constantLength(t) === 1;
}

function dataSpace(d: Variable, side: Side): PointerType {
  if (side === 'kernel') return 'ptr.global';
  if (side === 'device') return 'ptr.generic';
  return isOnDevice(d) ? 'ptr.global' : 'ptr.host';
}

export function isOnDevice(v: { readonly attributes: Variable['attributes'] }): boolean {
  const p = v.attributes.placement;
  return p === 'device' || p === 'constant' || p === 'texture' || p === 'shared';
}

export function passingTypes(p: Passing): readonly ValueType[] {
  switch (p.how) {
    case 'value':
      return p.types;
    case 'pieces':
      return Array<ValueType>(p.count).fill('i64');
    case 'address':
    case 'descriptor':
      return p.length ? [p.type, 'i64'] : [p.type];
    case 'spread':
      return ['ptr.global', ...Array<ValueType>(3 * p.rank).fill('i64'), ...(p.length ? (['i64'] as const) : [])];
    case 'procedure':
    case 'handle':
      return [p.type];
  }
}

/** How a function's result comes back. */
export type ResultPassing =
  | { readonly how: 'none' }
  | { readonly how: 'value'; readonly types: readonly ValueType[] }
  /** Hidden first parameter: address of the buffer (`length`: an i64 follows) or of a descriptor. */
  | { readonly how: 'buffer' | 'descriptor'; readonly type: PointerType; readonly length: boolean };

export function resultPassing(s: Signature, side: Side): ResultPassing {
  const r = s.result;
  if (!r || s.subroutine) return { how: 'none' };
  const type = side === 'host' ? 'ptr.host' : 'ptr.generic';
  const length = r.type.base === 'character';
  if (
    r.procedure ||
    (s.bindC &&
      side === 'host' &&
      !r.shape &&
      !isDescribed(r.type, r.shape, r.attributes) &&
      holds(r, ['c_ptr', 'c_funptr', 'c_devptr']))
  )
    return { how: 'value', types: [holds(r, ['c_devptr']) ? 'ptr.global' : 'ptr.host'] };
  if (isDescribed(r.type, r.shape, r.attributes) || isDeferredText(r))
    return { how: 'descriptor', type, length: false };
  if (s.bindC && !r.shape && isChar(r.type)) return { how: 'value', types: ['i32'] };
  if (r.shape && side === 'host' && isOnDevice(r)) return { how: 'buffer', type: 'ptr.global', length };
  if (r.shape || length || r.type.base === 'derived' || r.type.base === 'any') return { how: 'buffer', type, length };
  const one = valueTypeOf(r.type);
  const part: ValueType = one === 'bool' ? (r.type.base === 'logical' && r.type.kind === 8 ? 'i64' : 'i32') : one;
  return { how: 'value', types: r.type.base === 'complex' ? [part, part] : [part] };
}

function isDeferredText(r: Variable): boolean {
  return r.type.base === 'character' && r.type.length.kind === 'deferred';
}

export function hiddenTypes(r: ResultPassing): readonly ValueType[] {
  if (r.how === 'buffer' || r.how === 'descriptor') return r.length ? [r.type, 'i64'] : [r.type];
  return [];
}

export function hasAlternateReturns(s: Signature): boolean {
  return s.dummies.includes('alternate-return');
}

/** Parameters and results of a procedure called from the side (kernels have no results). `frame`: an internal procedure, told its host's variables. */
export function headingOf(s: Signature, side: Side, frame: boolean): Heading {
  const result = resultPassing(s, side);
  const params: ValueType[] = [...hiddenTypes(result)];
  for (const d of s.dummies) if (d !== 'alternate-return') params.push(...passingTypes(passingOf(d, side, s.bindC)));
  if (frame) params.push('ptr.host');
  const results: ValueType[] = result.how === 'value' ? [...result.types] : [];
  if (hasAlternateReturns(s)) results.push('i32');
  return { params, results };
}

/** Internal procedures of the host take the address of a frame of their host's variables. */
export function takesFrame(p: Procedure): boolean {
  return p.origin === 'internal' && p.signature.targets.host;
}

/** Passed by a descriptor, and there in any case. */
export function isAssumedShape(d: Variable): boolean {
  const { pointer, allocatable, optional } = d.attributes;
  return d.shape?.kind === 'assumed-shape' && !pointer && !allocatable && !optional && !d.procedure;
}

/** Which parameters of a procedure of the host are descriptors of arrays of assumed shape. */
export function describedParameters(s: Signature): readonly number[] {
  return parametersOf(s, isAssumedShape);
}

/** Which are addresses of scalars that nobody may change during the call. */
export function unchangedParameters(s: Signature): readonly number[] {
  return parametersOf(s, (d) => {
    const { intent, optional, target, volatile, pointer, allocatable, value } = d.attributes;
    const plain = d.type.base === 'integer' || d.type.base === 'real' || d.type.base === 'logical';
    if (!plain || intent !== 'in' || d.shape || d.procedure || isOnDevice(d) || value) return false;
    return !(optional || target || volatile || pointer || allocatable);
  });
}

/** Which are lengths of characters. */
export function lengthParameters(s: Signature): readonly number[] {
  const addresses = parametersOf(s, (d) => {
    const passing = passingOf(d, 'host', s.bindC);
    return (passing.how === 'address' || passing.how === 'descriptor') && passing.length;
  });
  return addresses.map((at) => at + 1);
}

function parametersOf(s: Signature, is: (d: Variable) => boolean): readonly number[] {
  const found: number[] = [];
  let at = hiddenTypes(resultPassing(s, 'host')).length;
  for (const d of s.dummies) {
    if (d === 'alternate-return') continue;
    if (is(d)) found.push(at);
    at += passingTypes(passingOf(d, 'host', s.bindC)).length;
  }
  return found;
}

export function symbolName(p: Procedure, side: Side): string {
  return side === 'device' ? `${p.linkName}@device` : p.linkName;
}
