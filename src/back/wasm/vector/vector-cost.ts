/** What running lanes together gains, against what it costs to take vectors apart, to write branches twice, or to compute in vain. */
import type { Expression, Statement } from '../../../ir/module.ts';
import { neutralOf } from '../../../ir/neutral.ts';
import { type Operation, operations } from '../../../ir/operations.ts';
import { isPointer, sizeOf } from '../../../ir/types.ts';
import { bodiesOf, eachExpressionIn, expressionsOf, isLoop, someExpression } from '../../../ir/walk.ts';
import { isSlow, laneForm } from './lane-forms.ts';
import type { Lanes } from './lanes.ts';

type OperationOf = Extract<Expression, { kind: 'op' }>;

/** Whether running lanes together saves more than taking vectors apart costs: a rough count of instructions, loops eight times. `kept`: values that are fetched from each thread's own place before, or left there. */
export function isWorthwhile(lanes: Lanes, body: readonly Statement[], kept = 0): boolean {
  return saved(lanes, body) + 2 * kept > 0 && written(lanes, body) <= 6 * size(body) + 400;
}

/**
 * Whether the statements save more as vectors than what must be taken apart costs. Where lanes go round a loop as often as they like, each from a place of its own (the
 * rows of a sparse matrix), an address by itself is one instruction and lanes wait for the longest. Branches in such a loop run for few lanes each: what they compute gains nothing there, and what
 * they load or store here and there is taken apart for masks.
 */
export function gains(lanes: Lanes, body: readonly Statement[]): boolean {
  return saved(lanes, body) > 0;
}

function saved(lanes: Lanes, body: readonly Statement[]): number {
  const gain = (e: Expression, parted: boolean): number => {
    if (lanes.strideOf(e) !== undefined) return 0;
    if (e.kind === 'load') {
      const stride = lanes.strideOf(e.from);
      if (stride === undefined && !lanes.stepOf(e.from)) return anywhere(e.from, parted);
      const beside = stride === 4 || stride === 8 || stride === sizeOf(e.memory);
      return (beside ? 3 : -1) + gain(e.from, parted);
    }
    if (e.kind !== 'op') return 0;
    return e.args.reduce((sum, a) => sum + gain(a, parted), together(e) ? ofLanes(e) : -ofLanes(e));
  };
  const together = (e: OperationOf): boolean => {
    const { type } = e.args[0] ?? e;
    return isPointer(type) || !isSlow(laneForm(e, type, lanes));
  };
  /** A place that each lane finds by itself. */
  const anywhere = (address: Expression, parted: boolean): number =>
    (parted ? loads(address) : Math.min(gain(address, parted), loads(address) + 2)) - 3;
  const loads = (e: Expression): number =>
    e.kind === 'load' ? gain(e, true) : e.kind === 'op' ? e.args.reduce((sum, a) => sum + loads(a), 0) : 0;
  const ownGain = (s: Statement, parted: boolean): number => {
    if (parted && s.kind === 'set' && isPointer(s.value.type)) return loads(s.value);
    if (s.kind !== 'store' || lanes.strideOf(s.to) !== undefined || lanes.stepOf(s.to))
      return expressionsOf(s).reduce((n, e) => n + gain(e, parted), 0);
    return gain(s.value, parted) + anywhere(s.to, parted);
  };
  const total = (list: readonly Statement[], weight: number, parted: boolean, few: boolean): number =>
    list.reduce((before, s) => {
      if (lanes.wayOf(s) === 'apart') return before - weight * 2 * iterations([s]);
      const all = ownGain(s, parted);
      const own = few ? Math.min(all, 0) - scattered(s) : all;
      const vectorStore =
        s.kind === 'store' && lanes.strideOf(s.to) !== undefined && lanes.strideOf(s.to) !== 0 ? 3 : 0;
      const sum = s.kind === 'atomic' && lanes.strideOf(s.to) === 0 && neutralOf(s.how, s.memory) !== undefined ? 6 : 0;
      const inner = isLoop(s) ? 8 * weight : weight;
      const within = parted || (isLoop(s) && lanes.isParted(s));
      const fewer = few || (parted && s.kind === 'if' && !s.either && lanes.strideOf(s.condition) === undefined);
      return (
        before +
        weight * (own + vectorStore + sum - (parted && jumps(s) ? ofJump : 0)) +
        bodiesOf(s).reduce((n, b) => n + total(b, inner, within, fewer), 0)
      );
    }, 0);
  const jumps = (s: Statement): boolean =>
    s.kind === 'if' && lanes.strideOf(s.condition) === undefined && bodiesOf(s).some((b) => b.some(isJump));
  /** What masks cost in accesses of lanes that lie anywhere. */
  const scattered = (s: Statement): number => {
    let n = s.kind === 'store' && lanes.strideOf(s.to) === undefined ? 1 : 0;
    for (const whole of expressionsOf(s))
      someExpression(whole, (e) => {
        if (e.kind === 'load' && lanes.strideOf(e.from) === undefined) n++;
        return false;
      });
    return 6 * n;
  };
  return total(body, 1, false, false);
}

/** What a branch out of a loop that lanes take by themselves costs: a comparison and a jump are one instruction, and masks are kept. */
const ofJump = 5;

/** Whether vectors of real(8) are worth what it costs that V8 joins them where some are made of real(4): two instructions for each of those. */
export function joinsReals(lanes: Lanes, body: readonly Statement[]): boolean {
  let [operations, widened] = [0, 0];
  eachExpressionIn(body, (e) => {
    if (e.kind !== 'op' || e.type !== 'f64' || lanes.strideOf(e) !== undefined) return;
    if (e.op === 'to.f64' && e.args[0]!.type === 'f32') widened++;
    else operations += e.op === 'fma' ? 2 : 1;
  });
  return operations >= operationsOfWidened * widened;
}

const operationsOfWidened = 3;

const isJump = (s: Statement): boolean => s.kind === 'break' || s.kind === 'continue';

/** What an operation of four lanes saves; of 64 bits they take two vectors. */
function ofLanes(e: OperationOf): number {
  return e.type === 'f64' || e.type === 'i64' ? 1.5 : 2;
}

/** About how much code a region takes in chunks: where lanes may part, some stands twice. */
function written(lanes: Lanes, list: readonly Statement[]): number {
  return list.reduce((n, s) => {
    if (lanes.wayOf(s) === 'apart') return n + size([s]);
    // Short branches are written twice: for all lanes, and under a mask.
    const twice = s.kind === 'if' && !s.either && lanes.strideOf(s.condition) !== 0;
    return n + 2 + (twice ? Math.min(size([s]), 120) : 0) + bodiesOf(s).reduce((m, b) => m + written(lanes, b), 0);
  }, 0);
}

function size(list: readonly Statement[]): number {
  return list.reduce((n, s) => n + 2 + bodiesOf(s).reduce((m, b) => m + size(b), 0), 0);
}

/** Statements, those in loops eight times. */
function iterations(list: readonly Statement[]): number {
  return list.reduce((n, s) => {
    const inner = bodiesOf(s).reduce((m, b) => m + iterations(b), 0);
    return n + 2 + (isLoop(s) ? 8 * inner : inner);
  }, 0);
}

/** May be computed for nothing, which is less than to ask whether somebody wants it. */
export function isQuick(e: Expression): boolean {
  return isCheap(e) && !someExpression(e, (x) => x.kind === 'op' && slow.has(x.op));
}

const slow: ReadonlySet<string> = new Set(['div', 'rem', 'sqrt', 'rsqrt']);

/** May be computed for nothing: reads no memory and calls no function. */
export function isCheap(e: Expression): boolean {
  return !someExpression(e, (x) => {
    if (x.kind === 'load') return true;
    if (x.kind !== 'op') return false;
    const row: Operation = operations[x.op];
    return row.expensive === true || (row.partial === true && x.type !== 'f32' && x.type !== 'f64');
  });
}
