/**
 * Sums that all blocks of a kernel add to the same cells, by atomic operations whose old values nobody asks for and after which a thread looks at no memory
 * of the device: a worker adds up what its blocks give in memory of its own, and adds that to the cells when it is done with them. Sums of integers come
 * out the same in any order.
 */
import { add, mul } from '../../ir/build.ts';
import { effectsOf, isMeeting, ordersBlocks } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { sizeOf } from '../../ir/types.ts';
import { countSets, countUses } from '../../ir/uniformity.ts';
import { bodiesOf, expressionsOf, isLoop, mapStatement, someExpression, someStatement } from '../../ir/walk.ts';

type Atomic = Extract<Statement, { kind: 'atomic' }>;

export type PrivateSum = {
  /** The local that holds the address of the worker's own cells; the back end sets it before the first block. */
  readonly own: number;
  readonly size: 4 | 8;
  /** Whether each thread has a cell. */
  readonly perThread: boolean;
  /** Adds what the own cell of a thread holds to its place, unless that is nothing. */
  readonly settle: Statement;
  /** A whole array of cells (`privatise-arrays.ts`): the parameter that it stands for, the local that holds how many there are, and the most bytes that they may take. */
  readonly array?: { readonly param: number; readonly cells: number; readonly bytes: number };
};

export type PrivateSums = { readonly fn: Fn; readonly sums: readonly PrivateSum[] };

/** Undefined where there are none. */
export function privatiseAtomics(kernel: Fn): PrivateSums | undefined {
  const late = candidates(kernel);
  if (late.size === 0) return undefined;
  const locals: Local[] = [...kernel.locals];
  const sums: PrivateSum[] = [];
  const change = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) => {
      const place = s.kind === 'atomic' ? late.get(s) : undefined;
      if (s.kind !== 'atomic' || !place) return mapStatement(s, { expression: (e) => e, body: change });
      const perThread = someExpression(place, (e) => e.kind === 'special' && e.name.startsWith('tid'));
      const own = locals.push({ name: 'sum', type: 'ptr.local' }) - 1;
      const cell = cellOf(own, perThread, sizeOf(s.memory));
      sums.push({ own, size: s.memory === 'i64' ? 8 : 4, perThread, settle: settle(s, place, cell) });
      return { ...s, to: cell };
    });
  const body = change(kernel.body);
  return { fn: { ...kernel, locals, body }, sums };
}

const special = (name: 'tid.x' | 'tid.y' | 'tid.z' | 'ntid.x' | 'ntid.y'): Expression => ({
  kind: 'special',
  type: 'i32',
  name,
});

function cellOf(own: number, perThread: boolean, size: number): Expression {
  const base: Expression = { kind: 'local', type: 'ptr.local', index: own };
  if (!perThread) return base;
  const row = add(mul(special('tid.z'), special('ntid.y')), special('tid.y'));
  const thread = add(mul(row, special('ntid.x')), special('tid.x'));
  const steps: Expression = { kind: 'op', type: 'i64', op: 'extend', args: [thread] };
  const far = mul(steps, { kind: 'const', type: 'i64', value: BigInt(size) });
  return { kind: 'op', type: 'ptr.local', op: 'offset', args: [base, far] };
}

function settle(s: Atomic, place: Expression, cell: Expression): Statement {
  const type = s.memory === 'i64' ? 'i64' : 'i32';
  const sum: Expression = { kind: 'load', type, memory: type, from: cell, offset: 0 };
  const zero: Expression = { kind: 'const', type, value: type === 'i64' ? 0n : 0 };
  const { result: _, ...rest } = s;
  return {
    kind: 'if',
    condition: { kind: 'op', type: 'bool', op: 'ne', args: [sum, zero] },
    then: [{ ...rest, how: 'add', to: place, args: [sum] }],
    otherwise: [],
  };
}

/** Each with its place, in terms that are the same for all blocks. */
function candidates(kernel: Fn): ReadonlyMap<Atomic, Expression> {
  const found = new Map<Atomic, Expression>();
  if (someStatement(kernel.body, ordersBlocks)) return found;
  const sets = countSets(kernel.body, kernel.locals.length);
  const uses = countUses(kernel.body, kernel.locals.length);
  const values = new Map<number, Expression>();
  for (const s of kernel.body) if (s.kind === 'set' && sets[s.local] === 1) values.set(s.local, s.value);
  const isSum = (s: Atomic): boolean =>
    (s.how === 'add' || s.how === 'sub') &&
    (s.memory === 'i32' || s.memory === 'i64') &&
    s.to.type === 'ptr.global' &&
    s.scope !== 'system' &&
    (s.result === undefined || uses[s.result] === 1);
  const visit = (list: readonly Statement[], again: boolean): void => {
    for (const s of list) {
      const place = s.kind === 'atomic' && isSum(s) && !again ? settled(s.to, kernel.params, sets, values) : undefined;
      // What was to come late has to come before this after all.
      if (s.kind === 'atomic' ? !place || expressionsOf(s).some(looks) : touches(s)) found.clear();
      if (s.kind === 'atomic' && place) found.set(s, place);
      for (const b of bodiesOf(s)) visit(b, again || isLoop(s));
    }
  };
  visit(kernel.body, false);
  return found;
}

/** Whether a statement reads or writes memory that other blocks may know. */
function touches(s: Statement): boolean {
  const { writes = [], reads = [], ordered, syncs, outside } = effectsOf(s);
  if (s.kind !== 'atomic' && !isMeeting(s) && (ordered || outside)) return s.kind !== 'trap';
  if (syncs) return expressionsOf(s).some(looks);
  const others = [...writes, ...reads].some((a) => !a.from || !isOwn(a.from));
  return (s.kind !== 'atomic' && others) || expressionsOf(s).some(looks);
}

const looks = (e: Expression): boolean => someExpression(e, (x) => x.kind === 'load' && !isOwn(x.from));

const isOwn = (e: Expression): boolean =>
  e.type === 'ptr.shared' || e.type === 'ptr.local' || e.type === 'ptr.constant';

/** The same without locals that are set, except those of `own`; undefined where it may differ between blocks. */
export function settled(
  e: Expression,
  params: number,
  sets: Uint32Array,
  values: ReadonlyMap<number, Expression>,
  own: ReadonlySet<number> = new Set(),
): Expression | undefined {
  switch (e.kind) {
    case 'const':
    case 'global':
      return e;
    case 'special':
      return e.name.startsWith('tid.') || e.name.startsWith('ntid.') || e.name.startsWith('nctaid.') ? e : undefined;
    case 'local': {
      if ((e.index < params && sets[e.index] === 0) || own.has(e.index)) return e;
      const value = values.get(e.index);
      return value && settled(value, params, sets, values, own);
    }
    case 'op': {
      const args = e.args.map((a) => settled(a, params, sets, values, own));
      const whole = args.filter((a) => a !== undefined);
      return whole.length === args.length ? { ...e, args: whole } : undefined;
    }
    default: // else: it may differ between blocks
      return undefined;
  }
}
