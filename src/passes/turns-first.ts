/**
 * Loops in which the threads of a block walk through memory side by side (`do i = threadIdx%x + …, n, blockDim%x*gridDim%x`), or its rows do (`do j = threadIdx%y, n,
 * blockDim%y`): each turn is run by all threads before the next one begins, so that a block reads whole rows. A barrier at the start of the body says so; it stands where all threads have the
 * same number of turns, which the first and the last of them tell.
 */
import { add, and, eq, i32, op, special, sub } from '../ir/build.ts';
import { liveBefore } from '../ir/liveness.ts';
import type { Expression, Fn, Local, Statement } from '../ir/module.ts';
import { countSets } from '../ir/uniformity.ts';
import {
  eachExpression,
  eachStatement,
  expressionsOf,
  localsSet,
  mapExpression,
  someExpression,
  someStatement,
} from '../ir/walk.ts';
import type { KeyOf } from './hoist-loops.ts';
import { growthOf, nameOf, type PlaceForm, PlaceForms, worthSharing } from './place-forms.ts';

type For = Extract<Statement, { kind: 'for' }>;
type Values = ReadonlyMap<number, Expression>;

/** Longer bodies compute more than they read. */
const statementsAtMost = 8;
/** Of each thread, from turn to turn: they would go through memory. */
const keptAtMost = 0;

export function turnsFirst(kernel: Fn, keyOf: KeyOf): Fn {
  const held = holdsTiles(kernel);
  const locals: Local[] = [...kernel.locals];
  const sets = countSets(kernel.body, kernel.locals.length);
  const values = new Map<number, Expression>();
  const body = kernel.body.map((s, i): Statement => {
    if (s.kind === 'set' && sets[s.local] === 1) {
      const value = expanded(s.value, kernel.params, sets, values);
      if (value) values.set(s.local, value);
    }
    if (s.kind !== 'for' || !isShort(s, locals.length)) return s;
    const trips = expanded(s.trips, kernel.params, sets, values);
    const step = expanded(s.step, kernel.params, sets, values);
    const from = expanded(s.from, kernel.params, sets, values);
    if (!trips || !step || !from || !axes.every((a) => variation(step, a) === 'same') || step.kind === 'const')
      return s;
    const along = axes.find((a) => variation(from, a) === 'ordered' && variation(trips, a) === 'ordered');
    if (!along) return s;
    if (along === 'y' && held && !rowsShare(s, keyOf)) return s;
    const turn = locals.push({ name: 'turn', type: s.step.type }) - 1;
    const after = liveBefore(kernel.body.slice(i + 1), locals.length).has(s.local);
    return inTurns(s, trips, along, turn, after);
  });
  return locals.length === kernel.locals.length ? kernel : { ...kernel, locals, body };
}

/** Fewer rows have little to share for what a turn costs. */
const rowsAtLeast = 4;

/** Along which neighbours take each other's places. */
const axes = ['x', 'y'] as const;
type Axis = (typeof axes)[number];

function inTurns(s: For, trips: Expression, along: Axis, turn: number, after: boolean): Statement {
  const first = ofThread(trips, along, i32(0));
  const last = sub(special(`ntid.${along}`), i32(1));
  const { type } = s.step;
  const at = (n: Expression): Statement => ({
    kind: 'set',
    local: s.local,
    value: add(s.from, { kind: 'op', type, op: 'mul', args: [n, s.step] }),
  });
  const count = (value: number): Expression => ({ kind: 'const', type, value: type === 'i64' ? BigInt(value) : value });
  const number: Expression = { kind: 'local', type, index: turn };
  const loop: Statement = {
    ...s,
    local: turn,
    from: count(0),
    trips: first,
    step: count(1),
    body: [{ kind: 'barrier', scope: 'block' }, at(number), ...s.body],
  };
  const together = eq(first, ofThread(trips, along, last));
  return {
    kind: 'if',
    condition: along === 'x' ? together : and(together, op('ge', [special('ntid.y'), i32(rowsAtLeast)])),
    then: after ? [loop, at(number)] : [loop],
    otherwise: [s],
  };
}

function ofThread(e: Expression, along: Axis, place: Expression): Expression {
  return mapExpression(e, (y) => (y.kind === 'special' && y.name === `tid.${along}` ? place : y));
}

/** Whether a block works on memory of its own, between barriers. */
function holdsTiles(kernel: Fn): boolean {
  return someStatement(
    kernel.body,
    (s) => s.kind === 'barrier' || expressionsOf(s).some((e) => someExpression(e, (x) => x.type === 'ptr.shared')),
  );
}

/** Whether neighbouring turns load much from the same places, so that rows of threads that take them together can share it. */
function rowsShare(loop: For, keyOf: KeyOf): boolean {
  const held = new Map<number, PlaceForm>();
  const forms = new PlaceForms(32, keyOf, (l) => held.get(l));
  const named = new Set<string>();
  let loads = 0;
  for (const s of loop.body) {
    for (const whole of expressionsOf(s))
      eachExpression(whole, (e) => {
        if (e.kind !== 'load') return;
        let form = forms.sum(forms.of(e.from), new Map([['', BigInt(e.offset)]]), 1n);
        const growth = growthOf(form, loop.local);
        if (!growth || growth.size === 0) return;
        for (let row = 0; row < rowsAtLeast; row++) {
          loads++;
          named.add(`${e.memory} ${nameOf(form)}`);
          form = forms.sum(form, growth, 1n);
        }
      });
    if (s.kind === 'set' && s.value.type.startsWith('i')) held.set(s.local, forms.of(s.value));
  }
  return worthSharing(loads, named.size);
}

/** Whether a turn is little more than reading and a sum. */
function isShort(s: For, locals: number): boolean {
  let statements = 0;
  let reads = false;
  let plain = true;
  const set = new Set<number>();
  eachStatement(s.body, (x) => {
    statements++;
    for (const l of localsSet(x)) set.add(l);
    if (x.kind !== 'set' && x.kind !== 'store' && x.kind !== 'atomic' && x.kind !== 'if') plain = false;
    for (const e of expressionsOf(x)) if (someExpression(e, isNear(s.local))) reads = true;
  });
  if (!plain || !reads || statements > statementsAtMost) return false;
  const live = liveBefore(s.body, locals);
  return [...set].filter((l) => live.has(l)).length <= keptAtMost && !someStatement(s.body, (x) => x === s);
}

/** A load from a place that the loop's variable gives. */
const isNear =
  (local: number) =>
  (e: Expression): boolean =>
    e.kind === 'load' && someExpression(e.from, (x) => x.kind === 'local' && x.index === local);

/** Without locals that are set; undefined where they hold more than places and parameters. */
function expanded(e: Expression, params: number, sets: Uint32Array, values: Values): Expression | undefined {
  switch (e.kind) {
    case 'const':
    case 'special':
      return e;
    case 'local':
      return e.index < params && sets[e.index] === 0 ? e : values.get(e.index);
    case 'op': {
      const args = e.args.map((a) => expanded(a, params, sets, values)).filter((a) => a !== undefined);
      return args.length === e.args.length ? { ...e, args } : undefined;
    }
    default:
      return undefined;
  }
}

/** Over the threads of a block: the same in all, only growing or only shrinking along an axis, or neither. */
function variation(e: Expression, along: Axis): 'same' | 'ordered' | 'other' {
  if (e.kind === 'special') {
    if (e.name === `tid.${along}`) return 'ordered';
    return e.name.startsWith('tid.') || e.name === 'laneid' ? 'other' : 'same';
  }
  if (e.kind !== 'op') return 'same';
  const args = e.args.map((a) => variation(a, along));
  if (args.every((a) => a === 'same')) return 'same';
  if (args.includes('other') || e.type === 'f32' || e.type === 'f64') return 'other';
  const [a, b] = args;
  switch (e.op) {
    case 'extend':
      return 'ordered';
    case 'add':
    case 'sub':
    case 'mul':
    case 'max':
    case 'min':
      return a === 'same' || b === 'same' ? 'ordered' : 'other';
    case 'div':
      return b === 'same' ? 'ordered' : 'other';
    default:
      return 'other';
  }
}
