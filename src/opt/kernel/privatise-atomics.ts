/**
 * Sums, least and greatest numbers of all blocks of a kernel, by atomic operations whose old values nobody asks for: a worker takes together what its blocks give in memory of its own, and
 * hands that to the cells when it is done with them. Nothing else that a thread does behind such an operation may look at the cell.
 */
import { add, mul } from '../../ir/build.ts';
import { accessesOf, effectsOf, isMeeting, ordersBlocks } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { neutralOf } from '../../ir/neutral.ts';
import { loadedType, sizeOf } from '../../ir/types.ts';
import { countSets, countUses } from '../../ir/uniformity.ts';
import {
  bodiesOf,
  eachStatement,
  expressionsOf,
  isLoop,
  mapStatement,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { type Aliases, aliasesOf, type Root } from '../analysis/alias.ts';

type Atomic = Extract<Statement, { kind: 'atomic' }>;

export type PrivateSum = {
  /** The local that holds the address of the worker's own cells; the back end sets it before the first block. */
  readonly own: number;
  readonly size: 4 | 8;
  /** Whether each thread has a cell. */
  readonly perThread: boolean;
  /** Makes the own cell hold nothing, where that is not zero. */
  readonly begin?: Statement | undefined;
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
      sums.push({
        own,
        size: sizeOf(s.memory) === 8 ? 8 : 4,
        perThread,
        begin: begin(s, cell),
        settle: settle(s, place, cell),
      });
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
  const nothing = nothingOf(s);
  const sum: Expression = { kind: 'load', type: nothing.type, memory: s.memory, from: cell, offset: 0 };
  const { result: _, ...rest } = s;
  return {
    kind: 'if',
    condition: { kind: 'op', type: 'bool', op: 'ne', args: [sum, nothing] },
    then: [{ ...rest, how: s.how === 'sub' ? 'add' : s.how, to: place, args: [sum] }],
    otherwise: [],
  };
}

function begin(s: Atomic, cell: Expression): Statement | undefined {
  const value = nothingOf(s);
  if (Number(value.value) === 0) return undefined;
  return { kind: 'store', memory: s.memory, to: cell, offset: 0, value };
}

function nothingOf(s: Atomic): Extract<Expression, { kind: 'const' }> {
  return { kind: 'const', type: loadedType(s.memory), value: neutralOf(s.how, s.memory)! };
}

/** Each with its place, in terms that are the same for all blocks. */
function candidates(kernel: Fn): ReadonlyMap<Atomic, Expression> {
  const found = new Map<Atomic, Expression>();
  if (someStatement(kernel.body, ordersBlocks)) return found;
  const places = placesOf(kernel);
  if (places.size === 0) return found;
  const aliases = aliasesOf(kernel);
  const others = othersIn(kernel, places, aliases);
  /** In a loop it comes behind what the iterations after it do, too. */
  const isAlone = (s: Atomic): boolean => {
    const root = aliases.rootOf(s.to);
    return (
      !others.some((r) => aliases.mayMeet(root, r)) &&
      [...places].every(([x, place]) => kindOf(x) === kindOf(s) || apart(place, places.get(s)!, x, s, aliases))
    );
  };
  const visit = (list: readonly Statement[], again: boolean): void => {
    for (const s of list) {
      const place = s.kind === 'atomic' ? places.get(s) : undefined;
      const late = s.kind === 'atomic' && place !== undefined && (!again || isAlone(s));
      // What was to come late has to come before this after all.
      for (const r of touched(s, late, aliases))
        for (const c of found.keys()) if (aliases.mayMeet(aliases.rootOf(c.to), r)) found.delete(c);
      if (late) found.set(s, place);
      for (const b of bodiesOf(s)) visit(b, again || isLoop(s));
    }
  };
  visit(kernel.body, false);
  return found;
}

/** Of all operations that may come late, as far as they know: where, in terms that are the same for all blocks. */
function placesOf(kernel: Fn): ReadonlyMap<Atomic, Expression> {
  const sets = countSets(kernel.body, kernel.locals.length);
  const uses = countUses(kernel.body, kernel.locals.length);
  const values = new Map<number, Expression>();
  for (const s of kernel.body) if (s.kind === 'set' && sets[s.local] === 1) values.set(s.local, s.value);
  const found = new Map<Atomic, Expression>();
  eachStatement(kernel.body, (s) => {
    if (s.kind !== 'atomic' || neutralOf(s.how, s.memory) === undefined) return;
    if (s.to.type !== 'ptr.global' || s.scope === 'system') return;
    if (s.result !== undefined && uses[s.result] !== 1) return;
    const place = settled(s.to, kernel.params, sets, values);
    if (place) found.set(s, place);
  });
  return found;
}

/** What all other statements touch. */
function othersIn(kernel: Fn, places: ReadonlyMap<Atomic, Expression>, aliases: Aliases): readonly Root[] {
  const found: Root[] = [];
  eachStatement(kernel.body, (s) => {
    found.push(...touched(s, s.kind === 'atomic' && places.has(s), aliases));
  });
  return found;
}

/** Those come out the same in any order. */
const kindOf = ({ how, memory }: Atomic): string => `${how === 'sub' ? 'add' : how} ${memory}`;

/** Whether two cells surely differ. */
function apart(a: Expression, b: Expression, x: Atomic, y: Atomic, aliases: Aliases): boolean {
  const [p, q] = [baseOf(a), baseOf(b)];
  if (p && q && p.local === q.local) {
    const distance = q.constant - p.constant;
    return distance >= sizeOf(x.memory) || -distance >= sizeOf(y.memory);
  }
  return !aliases.mayMeet(aliases.rootOf(a), aliases.rootOf(b));
}

/** The local that an address is so many bytes behind. */
function baseOf(e: Expression): { readonly local: number; readonly constant: number } | undefined {
  if (e.kind === 'local') return { local: e.index, constant: 0 };
  if (e.kind !== 'op' || e.op !== 'offset') return undefined;
  const [to, by] = e.args;
  const base = baseOf(to!);
  return base && by?.kind === 'const' ? { ...base, constant: base.constant + Number(by.value) } : undefined;
}

const anywhere: Root = { name: undefined, space: undefined };

/** Memory that a statement reads or writes and other blocks may know. `late`: but for the cell of its own. */
function touched(s: Statement, late: boolean, aliases: Aliases): readonly Root[] {
  const { ordered, outside } = effectsOf(s);
  if (s.kind !== 'atomic' && !isMeeting(s) && (ordered || outside)) return s.kind === 'trap' ? [] : [anywhere];
  // Who asks for the old value may tell others.
  if (s.kind === 'atomic' && !late && s.result !== undefined && s.to.type === 'ptr.global') return [anywhere];
  if (expressionsOf(s).some((e) => someExpression(e, (x) => x.kind === 'load' && x.volatile === true)))
    return [anywhere];
  const { reads, writes } = accessesOf(s);
  const own = s.kind === 'atomic' && late ? s.to : undefined;
  return [...reads, ...writes].flatMap((a) => {
    if (!a.from) return isMeeting(s) ? [] : [anywhere];
    return a.from === own || isOwn(a.from) ? [] : [aliases.rootOf(a.from)];
  });
}

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
