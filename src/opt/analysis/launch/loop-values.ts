/**
 * What locals hold when an iteration begins, as numbers that sums may have in them: of one that each iteration changes by the same amount, what it held at first and a
 * multiple; of another one any number within its ends.
 */
import type { Expression, Fn, Statement } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import { analyseUniformity } from '../../../ir/uniformity.ts';
import { bodiesOf, isLoop, localsSet, localsSetIn, someStatement } from '../../../ir/walk.ts';
import type { Interval } from '../intervals.ts';
import * as interval from '../intervals.ts';
import type { Linear } from '../launch-conflicts.ts';
import { isNumber } from './conditions.ts';
import { iterationOf } from './facts.ts';
import type { Env } from './known.ts';
import { sumOf } from './sums.ts';
import type { Values } from './values.ts';

type Loop = Extract<Statement, { readonly kind: 'for' | 'loop' }>;

/** `alike`: the same in all threads of a block that are in the same iteration. */
const nameOf = (local: number, label: string, alike: boolean): string =>
  `${alike ? 'value' : 'own value'} ${local} ${label}`;

/** Whether a number of a sum is of one of these loops and the same in all threads that are in the same iteration. */
export function isOfRound(name: string, labels: ReadonlySet<string>): boolean {
  const label = /^(?:loop|value \d+) (.*)$/s.exec(name)?.[1];
  return label !== undefined && labels.has(label);
}

/** Whether a number of a sum is of the iterations of a loop. */
export function isOfLoop(name: string, label: string): boolean {
  return /^(?:loop|(?:own )?value \d+) (.*)$/s.exec(name)?.[1] === label;
}

export class LoopValues {
  readonly #fn: Fn;
  readonly #changes = new Map<Loop, ReadonlyMap<number, Change>>();
  #varying: ReadonlySet<number> | undefined;

  constructor(fn: Fn) {
    this.#fn = fn;
  }

  /** Gives the locals that a loop changes their sums: `entry` is what holds before it, `head` what holds when an iteration begins. */
  count(loop: Loop, entry: Env, head: Env, values: Values): void {
    const given: [number, Linear][] = [];
    for (const [local, change] of this.#changesIn(loop)) {
      const { type } = this.#fn.locals[local]!;
      const range = head.values.get(local);
      if (!isCounted(type) || !range || !isKnown(range, type)) continue;
      const sum = stepped(loop, { local, change, range, type }, entry, head, values);
      given.push([local, sum ?? anyOf(nameOf(local, loop.label, !this.#varies(local)), range)]);
    }
    for (const [local, sum] of given) head.count(local, sum);
  }

  #varies(local: number): boolean {
    this.#varying ??= analyseUniformity(this.#fn).varying;
    return this.#varying.has(local);
  }

  #changesIn(loop: Loop): ReadonlyMap<number, Change> {
    const known = this.#changes.get(loop) ?? changesIn(loop);
    this.#changes.set(loop, known);
    return known;
  }
}

/** How a loop changes a local. */
type Change = {
  /** By how much, where one statement does it. */
  readonly by?: { readonly amount: Expression; readonly sign: 1 | -1 };
  /** Once in each iteration. */
  readonly each: boolean;
};

function changesIn(loop: Loop): ReadonlyMap<number, Change> {
  const changes = new Map<number, Change>();
  const unknown: Change = { each: false };
  const isEach = !someStatement(loop.body, (s) => s.kind === 'continue' && s.label === loop.label);
  const visit = (list: readonly Statement[], isDirect: boolean, isInner: boolean): void => {
    for (const s of list) {
      for (const local of localsSet(s)) {
        const by = s.kind === 'set' && !isInner ? stepOf(s) : undefined;
        const change = by ? { by, each: isDirect && isEach } : unknown;
        changes.set(local, changes.has(local) ? unknown : change);
      }
      for (const body of bodiesOf(s)) visit(body, false, isInner || isLoop(s));
    }
  };
  visit(loop.body, true, false);
  if (loop.kind === 'for') changes.delete(loop.local);
  return changes;
}

function stepOf({ local, value }: Extract<Statement, { readonly kind: 'set' }>): Change['by'] {
  if (value.kind !== 'op' || (value.op !== 'add' && value.op !== 'sub')) return undefined;
  const [x, y] = value.args;
  const isSelf = (e: Expression | undefined): boolean => e?.kind === 'local' && e.index === local;
  if (y && isSelf(x) && !isSelf(y)) return { amount: y, sign: value.op === 'add' ? 1 : -1 };
  return x && value.op === 'add' && isSelf(y) && !isSelf(x) ? { amount: x, sign: 1 } : undefined;
}

type Changed = {
  readonly local: number;
  readonly change: Change;
  readonly range: Interval;
  readonly type: ValueType;
};

function stepped(
  loop: Loop,
  { local, change: { by, each }, range, type }: Changed,
  entry: Env,
  head: Env,
  values: Values,
): Linear | undefined {
  if (!by || !isFixed(by.amount, loop)) return undefined;
  const self: Expression = { kind: 'local', type, index: local };
  const [amount, first, from] = values.quietly(() => [
    values.of(by.amount, head),
    values.of(self, entry),
    sumOf(self, entry, values),
  ]);
  const step = by.sign * amount.low;
  if (from?.base !== '' || amount.base !== '' || amount.low !== amount.high || step === 0) return undefined;
  const limits = interval.whole(type);
  // The last change does not go beyond what the type holds.
  if (range.high + step > limits.high || range.low + step < limits.low) return undefined;
  const high = Math.floor((step > 0 ? range.high - first.low : range.low - first.high) / step);
  if (!(high >= 0 && Number.isSafeInteger(high))) return undefined;
  const name = each ? iterationOf(loop.label) : nameOf(local, loop.label, false);
  return { ...from, terms: new Map([...from.terms, [name, { factor: step, low: 0, high }]]) };
}

/** Whether nothing that the loop does changes it. */
function isFixed(e: Expression, loop: Loop): boolean {
  switch (e.kind) {
    case 'const':
    case 'special':
      return true;
    case 'local':
      return !setIn(loop).has(e.index);
    case 'op':
      return e.args.every((x) => isFixed(x, loop));
    default: // else: nobody knows
      return false;
  }
}

const sets = new WeakMap<Loop, ReadonlySet<number>>();
function setIn(loop: Loop): ReadonlySet<number> {
  const known = sets.get(loop);
  if (known) return known;
  const found = localsSetIn([loop]);
  sets.set(loop, found);
  return found;
}

function anyOf(name: string, { low, high }: Interval): Linear {
  return { base: '', constant: 0, terms: new Map([[name, { factor: 1, low, high }]]) };
}

function isCounted(type: ValueType): boolean {
  return isNumber(type) && (type === 'i32' || type === 'i64');
}

function isKnown(range: Interval, type: ValueType): boolean {
  return (
    range.base === '' &&
    Number.isSafeInteger(range.low) &&
    Number.isSafeInteger(range.high) &&
    !interval.isWhole(range, type)
  );
}
