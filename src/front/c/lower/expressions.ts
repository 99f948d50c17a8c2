/** Expressions: values, places, conditions and effects. */
import { InternalError, impossible } from '../../../base/impossible.ts';
import type { Span } from '../../../base/source.ts';
import { bool, f32, f64, i32, i64, integer, local, not, nullPointer, op, select, special } from '../../../ir/build.ts';
import type { Expression as Ir } from '../../../ir/module.ts';
import type { OperationName } from '../../../ir/operations.ts';
import { isPointer as isPointerIr } from '../../../ir/types.ts';
import type { BinaryOperator, Expression } from '../tree.ts';
import { type Field, isSigned, sizeOf, type Type, underlying } from '../types.ts';
import { lowerBuiltin } from './builtins.ts';
import { callWith, constructAt, lowerCall, lowerLaunch } from './calls.ts';
import { convert, truth } from './conversions.ts';
import { writeField } from './fields.ts';
import type { FunctionLowering, Place } from './function.ts';
import { initialisePlace } from './initialise.ts';
import { readPlace } from './places.ts';
import { copyRecord, shifted } from './records.ts';
import { asBits, cut, memoryType, valueType } from './represent.ts';
import { virtualBase, virtualCallee, wholeObject } from './tables.ts';
import { variableAddress } from './variables.ts';

const isAggregate = (t: Type): boolean => t.kind === 'record' || t.kind === 'array';

/** Of a struct: its address. */
export function value(f: FunctionLowering, e: Expression): Ir {
  switch (e.kind) {
    case 'number':
      return constant(f, e.value, e.type);
    case 'special':
      return special(e.name);
    case 'variable':
    case 'dereference':
    case 'member':
    case 'text':
    case 'object':
    case 'construct':
      return read(f, e);
    case 'function':
      return f.unit.functionAddress(f, e.fn);
    case 'address':
      return e.of.kind === 'function' ? f.unit.functionAddress(f, e.of.fn) : f.addressOf(place(f, e.of));
    case 'negate':
      return negative(f, value(f, e.of), e.type);
    case 'complement':
      return cutTo(op('xor', [value(f, e.of), integer(valueType(e.type, f.mode), -1)]), e.type);
    case 'not':
    case 'and':
    case 'or':
      return op('to.i32', [condition(f, e)]);
    case 'binary':
      return isComparison(e.op) ? op('to.i32', [condition(f, e)]) : arithmetic(f, e);
    case 'move':
      return move(f, e);
    case 'distance':
      return distance(f, e);
    case 'conditional':
      return conditional(f, e);
    case 'comma':
      effect(f, e.left);
      return value(f, e.right);
    case 'assign':
      return assigned(f, e);
    case 'update':
      return updated(f, e, true);
    case 'convert':
      return converted(f, e);
    case 'call':
      return lowerCall(f, e, true) ?? i32(0);
    case 'builtin':
      return lowerBuiltin(f, e, true) ?? i32(0);
    case 'launch':
      lowerLaunch(f, e);
      return i32(0);
    case 'new':
      return newObjects(f, e);
    case 'delete':
      deleteObjects(f, e);
      return i32(0);
    case 'overloads':
    case 'braces':
      return i32(0);
    case 'facts':
      return op('to.address', [{ kind: 'global', type: 'ptr.host', name: f.unit.factsSymbol(e.facts) }]);
    case 'statements':
      f.unit.statements(f, e.body);
      return e.value ? value(f, e.value) : i32(0);
    default:
      return impossible(e);
  }
}

export function constant(f: FunctionLowering, number: number | bigint, type: Type): Ir {
  const v = valueType(type, f.mode);
  switch (v) {
    case 'f32':
      return f32(Number(number));
    case 'f64':
      return f64(Number(number));
    case 'i32':
      return i32(Number(BigInt.asIntN(32, BigInt(number))));
    case 'i64':
      return i64(BigInt(number));
    default:
      return isPointerIr(v)
        ? BigInt(number) === 0n
          ? nullPointer(v)
          : op('from.address', [i64(BigInt(number))], v)
        : i32(0);
  }
}

/** What lies there: a scalar's value, or the address of more. */
function read(f: FunctionLowering, e: Expression): Ir {
  if (e.kind === 'variable') {
    const where = f.where(e.variable);
    if (where && 'local' in where) return local(where.local, f.locals[where.local]!.type);
    if (e.variable.builtin === 'warpSize') return i32(32);
  }
  const at = place(f, e);
  if (isAggregate(e.type)) return f.addressOf(at);
  return readPlace(f, at, e.type, e.kind === 'member' ? e.field : undefined);
}

export function place(f: FunctionLowering, e: Expression): Place {
  const at = placeOf(f, e);
  return e.whole ? { ...at, pointer: withDesignator(at.pointer, e.whole) } : at;
}

function withDesignator(pointer: Ir, of: Span): Ir {
  switch (pointer.kind) {
    case 'local':
    case 'global':
    case 'slot':
    case 'op':
      return { ...pointer, of };
    default: // else: nobody asks where it points
      return pointer;
  }
}

function placeOf(f: FunctionLowering, e: Expression): Place {
  switch (e.kind) {
    case 'variable':
      return variableAddress(f, e.variable, e.at);
    case 'dereference':
      return pointed(f, e.of);
    case 'member':
      return e.field.virtual === undefined || isWhole(e.of)
        ? shifted(place(f, e.of), e.field.offset)
        : virtualBase(f, place(f, e.of), e.field.virtual);
    case 'text':
      return { pointer: f.unit.text(f, e.bytes, e.type), offset: 0 };
    case 'object': {
      const at = f.slotFor('object', e.type);
      initialisePlace(f, at, e.initial, e.type);
      f.temporary(at, e.type, e.lasts);
      return at;
    }
    case 'construct': {
      const at = f.slotFor('object', e.type);
      constructAt(f, at, e);
      f.temporary(at, e.type);
      return at;
    }
    case 'comma':
      effect(f, e.left);
      return place(f, e.right);
    case 'conditional': {
      if (e.type.kind === 'record' && !e.lvalue) {
        const at = f.slotFor('chosen', e.type);
        f.unit.put(f, at, e.type, e);
        f.temporary(at, e.type);
        return at;
      }
      const chosen = conditionalAddress(f, e);
      return f.placeAt(chosen);
    }
    case 'assign': {
      const to = assignedPlace(f, e);
      return to;
    }
    case 'update': {
      updated(f, e, false);
      return place(f, e.to);
    }
    case 'convert':
      return place(f, e.of);
    case 'statements':
      if (e.value && isAggregate(e.type)) {
        f.unit.statements(f, e.body);
        return place(f, e.value);
      }
      return temporary(f, e);
    default:
      if (isAggregate(e.type) && (e.kind === 'call' || e.kind === 'builtin')) return f.placeAt(value(f, e));
      return temporary(f, e);
  }
}

/** No base of another object: virtual bases lie where its class says. */
export function isWhole(e: Expression): boolean {
  if (e.kind === 'member') return !e.field.base;
  return e.kind === 'variable' || e.kind === 'object' || e.kind === 'construct' || e.kind === 'call';
}

/** A value put into memory. */
function temporary(f: FunctionLowering, e: Expression): Place {
  const given = value(f, e);
  const at = f.slotFor('value', e.type);
  if (e.type.kind !== 'void') f.store(memoryType(e.type, f.mode), at, given);
  return at;
}

/** What a pointer points to; sums stay sums of an address, for those who look at addresses. */
function pointed(f: FunctionLowering, pointer: Expression): Place {
  if (pointer.kind === 'address' && pointer.of.kind !== 'function') return place(f, pointer.of);
  if (pointer.kind === 'move') {
    const size = pointer.type.kind === 'pointer' ? (sizeOf(pointer.type.to) ?? 1) : 1;
    if (pointer.by.kind === 'number') return shifted(pointed(f, pointer.pointer), Number(pointer.by.value) * size);
    let base: Place | undefined;
    const [, by] = f.inOrder([
      () => {
        base = pointed(f, pointer.pointer);
        return base.pointer;
      },
      () => value(f, pointer.by),
    ]);
    const kept = f.isStable(base!.pointer) ? base! : { ...base!, pointer: base!.pointer };
    return { pointer: op('offset', [kept.pointer, op('mul', [by!, i64(size)])]), offset: kept.offset };
  }
  if (pointer.kind === 'convert' && pointer.of.type.kind === 'pointer') return pointed(f, pointer.of);
  return f.placeAt(value(f, pointer));
}

function move(f: FunctionLowering, e: Expression & { readonly kind: 'move' }): Ir {
  const size = e.type.kind === 'pointer' ? (sizeOf(e.type.to) ?? 1) : 1;
  const [pointer, by] = f.inOrder([() => value(f, e.pointer), () => value(f, e.by)]);
  const bytes = op('mul', [by!, i64(size)]);
  return isPointerIr(pointer!.type) ? op('offset', [pointer!, bytes]) : op('add', [pointer!, bytes]);
}

function distance(f: FunctionLowering, e: Expression & { readonly kind: 'distance' }): Ir {
  const size = e.left.type.kind === 'pointer' ? (sizeOf(e.left.type.to) ?? 1) : 1;
  const [a, b] = f
    .inOrder([() => value(f, e.left), () => value(f, e.right)])
    .map((p) => (isPointerIr(p.type) ? op('to.address', [p]) : p));
  return op('div', [op('sub', [a!, b!]), i64(Math.max(1, size))]);
}

function negative(f: FunctionLowering, v: Ir, type: Type): Ir {
  if (v.type === 'f32' || v.type === 'f64') return op('neg', [v]);
  return cutTo(op('sub', [integer(valueType(type, f.mode), 0), v]), type);
}

function cutTo(v: Ir, type: Type): Ir {
  return v.type === 'i32' || v.type === 'i64' ? cut(v, type) : v;
}

export function isComparison(name: BinaryOperator): boolean {
  return name === '==' || name === '!=' || name === '<' || name === '>' || name === '<=' || name === '>=';
}

function arithmetic(f: FunctionLowering, e: Expression & { readonly kind: 'binary' }): Ir {
  const [a, b] = f.inOrder([() => value(f, e.left), () => value(f, e.right)]);
  return combined(f, e.op, a!, b!, e.type);
}

const plain: Readonly<Partial<Record<BinaryOperator, OperationName>>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
};

/** Both in the type in which it is computed (but for the amount of a shift). */
function combined(f: FunctionLowering, name: BinaryOperator, a: Ir, b: Ir, type: Type): Ir {
  const simple = plain[name];
  if (simple) return cutTo(op(simple, [a, b]), type);
  const signed = isSigned(type);
  switch (name) {
    case '/':
      return a.type === 'f32' || a.type === 'f64' ? op('div', [a, b]) : op(signed ? 'div' : 'div.u', [a, b]);
    case '%':
      return op(signed ? 'rem' : 'rem.u', [a, b]);
    case '<<':
    case '>>':
      return cutTo(shiftedBy(f, name === '<<' ? 'shl' : signed ? 'shr.s' : 'shr.u', a, b), type);
    default:
      throw new InternalError(`no operation ${name}`);
  }
}

/** By more bits than there are, of which C says nothing: on the host the low bits of the amount count, on a device nothing is left but the sign, as processors do it. */
function shiftedBy(f: FunctionLowering, how: 'shl' | 'shr.s' | 'shr.u', a: Ir, b: Ir): Ir {
  const by = b.type === 'i64' ? op('wrap', [b]) : b;
  const width = a.type === 'i64' ? 64 : 32;
  const asWide = (amount: Ir): Ir => (width === 64 ? op('extend', [amount]) : amount);
  if (f.mode === 'host') return op(how, [a, asWide(op('and', [by, i32(width - 1)]))]);
  if (by.kind === 'const' && Number(by.value) >= 0 && Number(by.value) < width) return op(how, [a, asWide(by)]);
  const amount = f.keep(by);
  const fits = op('lt.u', [amount, i32(width)]);
  if (how === 'shr.s') return op(how, [a, asWide(select(fits, amount, i32(width - 1)))]);
  return select(fits, op(how, [a, asWide(amount)]), integer(a.type, 0));
}

/** A value of truth. */
export function condition(f: FunctionLowering, e: Expression): Ir {
  switch (e.kind) {
    case 'number':
      return bool(e.value !== 0 && e.value !== 0n);
    case 'not':
      return not(condition(f, e.of));
    case 'and':
    case 'or':
      return shortCircuit(f, e);
    case 'binary':
      return isComparison(e.op) ? comparison(f, e) : truth(value(f, e));
    case 'convert':
      return e.type.kind === 'bool' ? condition(f, e.of) : truth(value(f, e));
    case 'comma':
      effect(f, e.left);
      return condition(f, e.right);
    default:
      return truth(value(f, e));
  }
}

function comparison(f: FunctionLowering, e: Expression & { readonly kind: 'binary' }): Ir {
  const [a, b] = f.inOrder([() => value(f, e.left), () => value(f, e.right)]);
  return compared(e.op, a!, b!, isSigned(e.left.type) || underlying(e.left.type).kind === 'float');
}

function compared(name: BinaryOperator, a: Ir, b: Ir, signed: boolean): Ir {
  if (name === '==' || name === '!=') return op(name === '==' ? 'eq' : 'ne', [a, b]);
  if (a.type === 'f32' || a.type === 'f64')
    return op(({ '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const)[name as '<'], [a, b]);
  if (signed) return op(({ '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const)[name as '<'], [a, b]);
  if (name === '<' || name === '<=') return op(name === '<' ? 'lt.u' : 'le.u', [a, b]);
  return op(name === '>' ? 'lt.u' : 'le.u', [b, a]);
}

function shortCircuit(f: FunctionLowering, e: Expression & { readonly kind: 'and' | 'or' }): Ir {
  const left = condition(f, e.left);
  let right: Ir = bool(true);
  const later = f.branch(() => {
    right = condition(f, e.right);
  });
  if (later.length === 0 && isHarmless(right)) return op(e.kind, [left, right]);
  const result = f.newLocal('both', 'bool');
  f.emit({ kind: 'set', local: result, value: left });
  const set = { kind: 'set', local: result, value: right, at: f.at } as const;
  const arm = [...later, set];
  const first = local(result, 'bool');
  f.emit({ kind: 'if', condition: e.kind === 'and' ? first : not(first), then: arm, otherwise: [] });
  return local(result, 'bool');
}

/** May be computed where it is not needed: nothing is loaded, nothing divided. */
export function isHarmless(e: Ir): boolean {
  if (e.kind === 'load') return false;
  if (e.kind !== 'op') return true;
  return !['div', 'rem', 'div.u', 'rem.u'].includes(e.op) && e.args.every(isHarmless);
}

function conditional(f: FunctionLowering, e: Expression & { readonly kind: 'conditional' }): Ir {
  if (isAggregate(e.type)) return f.addressOf(placeOf(f, e));
  const c = condition(f, e.condition);
  const arms = [e.then, e.otherwise].map((arm) => {
    let v: Ir | undefined;
    const statements = f.branch(() => {
      if (e.type.kind === 'void') effect(f, arm);
      else v = value(f, arm);
    });
    return { statements, v };
  });
  const [a, b] = arms;
  if (
    a!.v &&
    b!.v &&
    a!.statements.length + b!.statements.length === 0 &&
    isHarmless(a!.v) &&
    isHarmless(b!.v) &&
    isCheap(a!.v) &&
    isCheap(b!.v)
  )
    return op('select', [c, a!.v, b!.v]);
  return joined(f, c, arms, e.type.kind === 'void' ? undefined : valueType(e.type, f.mode));
}

function isCheap(e: Ir, left = { count: 12 }): boolean {
  if (--left.count < 0) return false;
  return e.kind !== 'op' || e.args.every((a) => isCheap(a, left));
}

function conditionalAddress(f: FunctionLowering, e: Expression & { readonly kind: 'conditional' }): Ir {
  const c = condition(f, e.condition);
  const arms = [e.then, e.otherwise].map((arm) => {
    let v: Ir | undefined;
    const statements = f.branch(() => {
      v = f.addressOf(place(f, arm));
    });
    return { statements, v };
  });
  return joined(f, c, arms, f.mode === 'host' ? 'i64' : 'ptr.generic');
}

type Arm = { readonly statements: ReturnType<FunctionLowering['collect']>; readonly v: Ir | undefined };

function joined(f: FunctionLowering, c: Ir, arms: readonly Arm[], type: Ir['type'] | undefined): Ir {
  const result = type === undefined ? undefined : f.newLocal('chosen', type);
  const [then, otherwise] = arms.map(({ statements, v }) => {
    if (result === undefined || !v) return statements;
    return [...statements, { kind: 'set', local: result, value: v, at: f.at } as const];
  });
  f.emit({ kind: 'if', condition: c, then: then!, otherwise: otherwise! });
  return result === undefined ? i32(0) : local(result, type!);
}

function converted(f: FunctionLowering, e: Expression & { readonly kind: 'convert' }): Ir {
  if (e.type.kind === 'void') {
    effect(f, e.of);
    return i32(0);
  }
  if (e.type.kind === 'bool') return op('to.i32', [condition(f, e.of)]);
  const v = value(f, e.of);
  return isAggregate(e.type) ? v : convert(v, e.of.type, e.type, f.mode);
}

/** Where a scalar goes: a local, or memory. */
type Target = { readonly local: number } | { readonly at: Place; readonly field: Field | undefined };

function target(f: FunctionLowering, to: Expression): Target {
  if (to.kind === 'variable') {
    const where = f.where(to.variable);
    if (where && 'local' in where) return where;
  }
  return { at: place(f, to), field: to.kind === 'member' ? to.field : undefined };
}

function write(f: FunctionLowering, to: Target, type: Type, v: Ir): void {
  if ('local' in to) f.emit({ kind: 'set', local: to.local, value: asLocal(f, v, to.local) });
  else if (to.field?.bits) writeField(f, to.at, type, to.field, v);
  else f.store(memoryType(type, f.mode), to.at, v, type.volatile === true);
}

function asLocal(f: FunctionLowering, v: Ir, index: number): Ir {
  const wanted = f.locals[index]!.type;
  return v.type !== wanted && isPointerIr(v.type) && isPointerIr(wanted) ? op('cast.space', [v], wanted) : v;
}

/** The place of the left side is found first, as C++ has it the value comes before; both orders are C's. */
function assigned(f: FunctionLowering, e: Expression & { readonly kind: 'assign' }): Ir {
  if (isAggregate(e.type)) return f.addressOf(assignedPlace(f, e));
  const v = f.keep(value(f, e.value));
  const to = target(f, e.to);
  write(f, to, e.to.type, v);
  return 'field' in to && to.field?.bits ? asBits(v, e.to.type, to.field.bits.width) : v;
}

function assignedPlace(f: FunctionLowering, e: Expression & { readonly kind: 'assign' }): Place {
  if (!isAggregate(e.type)) {
    assigned(f, e);
    return place(f, e.to);
  }
  const from = place(f, e.value);
  const kept = keptPlace(f, from, e.value.whole);
  const to = place(f, e.to);
  const target = keptPlace(f, to, e.to.whole);
  copyRecord(f, target, kept, e.type);
  return target;
}

/** Computed once; it is still known whose address it is. */
function keptPlace(f: FunctionLowering, at: Place, of: Span | undefined): Place {
  const pointer = f.keep(at.pointer);
  return { ...at, pointer: of ? withDesignator(pointer, of) : pointer };
}

function updated(f: FunctionLowering, e: Expression & { readonly kind: 'update' }, wanted: boolean): Ir {
  const by = f.keep(value(f, e.value));
  const to = target(f, e.to);
  const fixed: Target = 'local' in to ? to : { ...to, at: keptPlace(f, to.at, e.to.whole) };
  const old =
    'local' in fixed ? local(fixed.local, f.locals[fixed.local]!.type) : readPlace(f, fixed.at, e.to.type, fixed.field);
  const before = wanted && e.gives === 'old' ? f.keep(old) : old;
  const next = stepped(f, e, before, by);
  const kept = wanted && e.gives === 'new' ? f.keep(next) : next;
  write(f, fixed, e.to.type, kept);
  if (e.gives === 'old') return before;
  return 'field' in fixed && fixed.field?.bits ? asBits(kept, e.to.type, fixed.field.bits.width) : kept;
}

function stepped(f: FunctionLowering, e: Expression & { readonly kind: 'update' }, old: Ir, by: Ir): Ir {
  const type = e.to.type;
  if (type.kind === 'pointer') {
    const bytes = op('mul', [e.op === '-' ? op('sub', [i64(0), by]) : by, i64(sizeOf(type.to) ?? 1)]);
    return isPointerIr(old.type) ? op('offset', [old, bytes]) : op('add', [old, bytes]);
  }
  const within = convert(old, type, e.in, f.mode);
  return convert(combined(f, e.op, within, by, e.in), e.in, type, f.mode);
}

/** For what it does; its value is nobody's. */
export function effect(f: FunctionLowering, e: Expression): void {
  f.at = e.at;
  switch (e.kind) {
    case 'assign':
      if (isAggregate(e.type)) assignedPlace(f, e);
      else {
        const v = value(f, e.value);
        const kept = needsOrder(e.to) ? f.keep(v) : v;
        const to = target(f, e.to);
        write(f, to, e.to.type, kept);
      }
      return;
    case 'update':
      updated(f, e, false);
      return;
    case 'call':
      lowerCall(f, e, false);
      return;
    case 'builtin':
      lowerBuiltin(f, e, false);
      return;
    case 'convert':
      effect(f, e.of);
      return;
    case 'comma':
      effect(f, e.left);
      effect(f, e.right);
      return;
    case 'number':
      return;
    case 'and':
    case 'or':
    case 'conditional': {
      const c = condition(f, e.kind === 'conditional' ? e.condition : e.left);
      const then = f.branch(() => {
        if (e.kind !== 'or') effect(f, e.kind === 'conditional' ? e.then : e.right);
      });
      const otherwise = f.branch(() => {
        if (e.kind !== 'and') effect(f, e.kind === 'conditional' ? e.otherwise : e.right);
      });
      if (then.length + otherwise.length > 0) f.emit({ kind: 'if', condition: c, then, otherwise });
      return;
    }
    case 'statements':
      f.unit.statements(f, e.body);
      if (e.value) effect(f, e.value);
      return;
    case 'dereference':
      if (e.type.volatile) f.keep(value(f, e));
      else effect(f, e.of);
      return;
    default:
      value(f, e);
  }
}

/** Whether finding the place does something, so that the value must be there before. */
function needsOrder(e: Expression): boolean {
  switch (e.kind) {
    case 'variable':
      return false;
    case 'member':
    case 'convert':
      return needsOrder(e.of);
    case 'dereference':
      return needsOrder(e.of);
    case 'address':
      return needsOrder(e.of);
    case 'move':
      return needsOrder(e.pointer) || needsOrder(e.by);
    case 'binary':
      return needsOrder(e.left) || needsOrder(e.right);
    case 'negate':
    case 'complement':
      return needsOrder(e.of);
    case 'number':
    case 'special':
    case 'text':
      return false;
    default:
      return true;
  }
}

function newObjects(f: FunctionLowering, e: Expression & { readonly kind: 'new' }): Ir {
  const pointer = f.keep(value(f, e.pointer));
  if (!e.count) {
    f.unit.put(f, f.placeAt(pointer), e.of, e.value);
    return pointer;
  }
  const count = f.keep(value(f, e.count));
  const size = sizeOf(e.of) ?? 1;
  const { items = [] } = e;
  for (const [i, item] of items.entries()) f.unit.put(f, shifted(f.placeAt(pointer), i * size), e.of, item);
  const add = isPointerIr(pointer.type) ? 'offset' : 'add';
  const from = items.length > 0 ? f.keep(op(add, [pointer, i64(items.length * size)])) : pointer;
  const left = items.length > 0 ? f.keep(op('sub', [count, i64(items.length)])) : count;
  eachObject(f, from, left, size, (at) => f.unit.put(f, at, e.of, e.value));
  return pointer;
}

function callThrough(f: FunctionLowering, fn: Ir, self: Ir): void {
  const pointer = isPointerIr(fn.type) ? fn : op('from.address', [fn], 'ptr.host');
  f.emit({
    kind: 'call',
    callee: { kind: 'indirect', pointer, params: [self.type], results: [] },
    args: [self],
    results: [],
  });
}

function eachObject(f: FunctionLowering, pointer: Ir, count: Ir, size: number, run: (at: Place) => void): void {
  const index = f.newLocal('i', 'i64');
  const by = op('mul', [local(index, 'i64'), i64(size)]);
  const body = f.collect(() =>
    run(f.placeAt(isPointerIr(pointer.type) ? op('offset', [pointer, by]) : op('add', [pointer, by]))),
  );
  f.emit({ kind: 'for', label: f.label('each'), local: index, from: i64(0), trips: count, step: i64(1), body });
}

/** Arrays of what is destroyed have their count in the 16 bytes before them. */
function deleteObjects(f: FunctionLowering, e: Expression & { readonly kind: 'delete' }): void {
  const pointer = f.keep(value(f, e.pointer));
  const type = e.pointer.type.kind === 'pointer' ? e.pointer.type.to : e.type;
  const body = f.collect(() => {
    const back = e.isArray
      ? isPointerIr(pointer.type)
        ? op('offset', [pointer, i64(-16)])
        : op('sub', [pointer, i64(16)])
      : pointer;
    const { destroy } = e;
    if (destroy && e.isArray) {
      const count = f.keep(f.load('i64', f.placeAt(back)));
      const size = sizeOf(type) ?? 1;
      const last = op('mul', [op('sub', [count, i64(1)]), i64(size)]);
      const from = f.keep(op(isPointerIr(pointer.type) ? 'offset' : 'add', [pointer, last]));
      eachObject(f, from, count, -size, (at) => callWith(f, destroy, [f.addressOf(at)]));
    } else if (destroy && e.virtualSlot) {
      const object = wholeObject(f, pointer);
      const { fn, self } = virtualCallee(f, pointer, e.virtualSlot.slot);
      callThrough(f, fn, self);
      if (e.release) callWith(f, e.release, [object]);
      return;
    } else if (destroy) callWith(f, destroy, [pointer]);
    if (e.release) callWith(f, e.release, [back]);
  });
  f.emit({ kind: 'if', condition: truth(pointer), then: body, otherwise: [] });
}
