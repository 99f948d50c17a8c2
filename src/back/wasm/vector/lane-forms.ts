/** Which operations lanes do together, and which each lane does by itself: its numbers are taken out of vectors, and the result is put back. */
import type { Expression } from '../../../ir/module.ts';
import type { Lanes } from './lanes.ts';
import { extremeRows, type LaneType, shiftRows, vectorRows } from './vector-rows.ts';

type Operation = Extract<Expression, { kind: 'op' }>;

/** `shifts`: each lane by an amount of its own, in some instructions for all lanes. */
export type LaneForm = 'together' | 'extreme' | 'shifts' | 'lanes';

/** `from`: what lanes of the first argument hold. */
export function laneForm(e: Operation, from: LaneType, lanes: Pick<Lanes, 'strideOf' | 'isLaneNumber'>): LaneForm {
  if (vectorRows[e.op]?.[from] !== undefined) return 'together';
  if (extremeRows[e.op]?.[from] !== undefined) return 'extreme';
  if (shiftRows[e.op]?.[from] !== undefined)
    return lanes.strideOf(e.args[1]!) === 0 || isPowers(e, lanes) ? 'together' : from === 'i32' ? 'shifts' : 'lanes';
  if (isDivision(e.op)) return from === 'i32' ? 'together' : 'lanes';
  if (special.has(e.op))
    return (of32.has(e.op) && from !== 'i32') || e.op === 'to.i64' || (toSingle.has(e.op) && from === 'i64')
      ? 'lanes'
      : 'together';
  return 'lanes';
}

/** Whether lanes by themselves would be as quick. */
export const isSlow = (form: LaneForm): boolean => form === 'lanes' || form === 'shifts';

/** Of whole numbers; reals have instructions. */
export const isDivision = (op: string): boolean => op === 'div' || op === 'rem';

/** A shift to the left by the number of the lane. */
export function isPowers(e: Operation, lanes: Pick<Lanes, 'isLaneNumber'>): boolean {
  return e.op === 'shl' && e.type === 'i32' && lanes.isLaneNumber(e.args[1]!);
}

const special: ReadonlySet<string> = new Set([
  'popcount',
  'mul.high',
  'mul.high.u',
  'fma',
  'rsqrt',
  'copysign',
  'select',
  'extend',
  'extend.u',
  'wrap',
  'offset',
  'to.address',
  'from.address',
  'cast.space',
  'bitcast',
  'sign8',
  'sign16',
  'to.i32',
  'to.u32',
  'to.f32',
  'to.f64',
  'u.to.f32',
  'u.to.f64',
]);

/** Lane by lane where their numbers have 64 bits. */
const of32: ReadonlySet<string> = new Set(['mul.high', 'mul.high.u']);

/** Of 64-bit numbers: rounded to double first they would be rounded twice. */
const toSingle: ReadonlySet<string> = new Set(['to.f32', 'u.to.f32']);
