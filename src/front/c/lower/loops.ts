/** Loops that count are told as such: how often they run is known when they begin. */
import { add, i32, i64, integer, local, op, select, sub } from '../../../ir/build.ts';
import type { Expression as Ir, Statement as IrStatement } from '../../../ir/module.ts';
import { localsSetIn } from '../../../ir/walk.ts';
import type { Expression, Statement, VariableSymbol } from '../tree.ts';
import { isSigned, sizeOf } from '../types.ts';
import type { FunctionLowering } from './function.ts';

type Loop = Statement & { readonly kind: 'loop' };
type Step = { readonly variable: VariableSymbol; readonly by: bigint | Expression };

/** Undefined: not of that kind. */
export function counted(
  f: FunctionLowering,
  s: Loop,
  label: string,
  body: readonly IrStatement[],
  next: string,
): IrStatement | undefined {
  const step = s.step && stepOf(s.step);
  const limit = step && s.condition && limitOf(s.condition, step.variable);
  if (!step || !limit || s.how !== 'for') return undefined;
  const where = f.where(step.variable);
  const size = sizeOf(step.variable.type) ?? 0;
  if (!where || !('local' in where) || size < 4) return undefined;
  const index = where.local;
  const changed = localsSetIn(body);
  if (changed.has(index)) return undefined;
  const pieces: { bound?: Ir; by?: Ir } = {};
  const emitted = f.collect(() => {
    pieces.bound = f.value(limit.bound);
    pieces.by = typeof step.by === 'bigint' ? integer(f.locals[index]!.type, step.by) : f.value(step.by);
  });
  const { bound, by } = pieces;
  if (!bound || !by || emitted.length > 0 || bound.type !== by.type || bound.type !== f.locals[index]!.type)
    return undefined;
  if (!isInvariant(bound, changed, index) || !isInvariant(by, changed, index)) return undefined;
  const start = startOf(f, index);
  const from = start ?? local(index, bound.type);
  const trips = tripsOf(from, bound, by, limit.op, isSigned(step.variable.type));
  if (!trips) return undefined;
  if (start) f.out.pop();
  return { kind: 'for', label, local: index, from, trips, step: by, body: continued(body, next, label), at: s.at };
}

/** What the statement before the loop put into the variable. */
function startOf(f: FunctionLowering, index: number): Ir | undefined {
  const last = f.out.at(-1);
  return last?.kind === 'set' && last.local === index ? last.value : undefined;
}

/** i++, i += c, i = i + c */
function stepOf(e: Expression): Step | undefined {
  if (
    e.kind === 'update' &&
    (e.op === '+' || e.op === '-') &&
    e.to.kind === 'variable' &&
    e.to.type.kind === 'integer'
  ) {
    const value = e.value.kind === 'number' ? BigInt(e.value.value) : undefined;
    if (value !== undefined)
      return value === 0n ? undefined : { variable: e.to.variable, by: e.op === '+' ? value : -value };
    return e.op === '+' ? { variable: e.to.variable, by: narrowed(e.value) } : undefined;
  }
  if (
    e.kind === 'assign' &&
    e.to.kind === 'variable' &&
    e.value.kind === 'binary' &&
    e.value.op === '+' &&
    e.to.type.kind === 'integer'
  ) {
    const { left, right } = e.value;
    if (left.kind !== 'variable' || left.variable !== e.to.variable) return undefined;
    if (right.kind === 'number')
      return right.value === 0n ? undefined : { variable: e.to.variable, by: BigInt(right.value) };
    return { variable: e.to.variable, by: right };
  }
  return undefined;
}

/** A sign alone that was changed says nothing here. */
function narrowed(e: Expression): Expression {
  return e.kind === 'convert' && sizeOf(e.type) === sizeOf(e.of.type) && e.of.type.kind === 'integer'
    ? narrowed(e.of)
    : e;
}

type Limit = { readonly bound: Expression; readonly op: '<' | '<=' | '>' | '>=' };

function limitOf(e: Expression, v: VariableSymbol): Limit | undefined {
  if (e.kind !== 'binary') return undefined;
  const { left, right } = e;
  const is = (x: Expression): boolean => x.kind === 'variable' && x.variable === v;
  const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;
  if (e.op !== '<' && e.op !== '<=' && e.op !== '>' && e.op !== '>=') return undefined;
  if (is(left)) return { bound: right, op: e.op };
  return is(right) ? { bound: left, op: mirrored[e.op] } : undefined;
}

function isInvariant(e: Ir, changed: ReadonlySet<number>, own: number): boolean {
  if (e.kind === 'load') return false;
  if (e.kind === 'local') return e.index !== own && !changed.has(e.index);
  return e.kind !== 'op' || e.args.every((a) => isInvariant(a, changed, own));
}

/**
 * How often: counted in 64 bits where 32 might not hold it. A step that is no constant is positive where the loop goes up, or the loop has no end.
 */
function tripsOf(from: Ir, bound: Ir, by: Ir, how: Limit['op'], signed: boolean): Ir | undefined {
  const up = how === '<' || how === '<=';
  const constant = by.kind === 'const' ? BigInt(Number(by.value)) : undefined;
  if (constant === undefined ? !up : constant > 0n !== up) return undefined;
  const inclusive = how === '<=' || how === '>=';
  if (from.type === 'i32' && signed && up && constant !== undefined && !inclusive && isNatural(from))
    return steps(sub(isZero(from) ? bound : op('max', [bound, i32(0)]), from), constant);
  const wide = (x: Ir): Ir => (x.type === 'i64' ? x : op(signed ? 'extend' : 'extend.u', [x]));
  const far = from.type === 'i64' && !signed;
  // What goes down to 0 without a sign, and including it, has no end.
  if (far && inclusive && !up && !isPositive(bound)) return undefined;
  const [low, high] = up ? [from, bound] : [bound, from];
  const difference = sub(far ? withoutSign(high) : wide(high), wide(low));
  const span = inclusive ? add(difference, i64(1)) : difference;
  const trips = constant === undefined ? divided(span, atLeastOne(wide(by))) : steps(span, constant);
  return far ? select(op('lt', [low, i64(0)]), i64(0), trips) : trips;
}

/** All 64 bits, as far as loops go. */
function withoutSign(x: Ir): Ir {
  return select(op('lt', [x, i64(0)]), i64(2n ** 62n), x);
}

function steps(span: Ir, by: bigint): Ir {
  const size = by < 0n ? -by : by;
  return size === 1n ? span : divided(span, integer(span.type, size));
}

function divided(span: Ir, size: Ir): Ir {
  return op('div', [add(span, sub(size, integer(size.type, 1))), size]);
}

function atLeastOne(x: Ir): Ir {
  return op('max', [x, integer(x.type, 1)]);
}

const isPositive = (x: Ir): boolean => x.kind === 'const' && Number(x.value) > 0;
const isNatural = (x: Ir): boolean => x.kind === 'const' && Number(x.value) >= 0;
const isZero = (x: Ir): boolean => x.kind === 'const' && Number(x.value) === 0;

/** `continue` goes to the next turn. */
function continued(body: readonly IrStatement[], next: string, label: string): IrStatement[] {
  return body.map((s): IrStatement => {
    switch (s.kind) {
      case 'break':
        return s.label === next ? { ...s, kind: 'continue', label } : s;
      case 'if':
        return { ...s, then: continued(s.then, next, label), otherwise: continued(s.otherwise, next, label) };
      case 'loop':
      case 'for':
      case 'block':
        return { ...s, body: continued(s.body, next, label) };
      case 'switch':
        return {
          ...s,
          cases: s.cases.map((c) => ({ ...c, body: continued(c.body, next, label) })),
          otherwise: continued(s.otherwise, next, label),
        };
      default:
        return s;
    }
  });
}
