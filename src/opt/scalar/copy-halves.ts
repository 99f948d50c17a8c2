/**
 * Reals of 16 bits that are only copied stay the bits that they are: a load is widened to 32 bits and a store rounded, which costs conversions and takes a NaN for another one. What goes from
 * loads through locals and choices to stores, and nowhere else, is loaded and stored as a whole number of 16 bits.
 */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import {
  changeBodies,
  eachExpression,
  eachPartOf,
  eachStatement,
  localsSet,
  mapEach,
  someStatement,
} from '../../ir/walk.ts';

/** Locals that only hold halves which are copied. */
type Copied = ReadonlySet<number>;

export function copyHalves(fn: Fn): Fn {
  if (!someStatement(fn.body, isHalfStore)) return fn;
  const copied = copiedIn(fn);
  const list = (of: readonly Statement[]): readonly Statement[] =>
    mapEach(of, (s): Statement => {
      if (s.kind === 'set' && copied.has(s.local)) return { ...s, value: asBits(s.value) };
      if (isHalfStore(s) && isCopy(s.value, copied)) return { ...s, memory: 'i16', value: asBits(s.value) };
      return changeBodies(s, list);
    });
  const body = list(fn.body);
  if (body === fn.body) return fn;
  return { ...fn, body, locals: fn.locals.map((l, i) => (copied.has(i) ? { ...l, type: 'i32' as const } : l)) };
}

type Store = Extract<Statement, { kind: 'store' }>;

function isHalfStore(s: Statement): s is Store {
  return s.kind === 'store' && s.memory === 'f16';
}

/** Whether it is a half as it lay in memory, or one of two. */
function isCopy(e: Expression, copied: Copied): boolean {
  if (e.kind === 'load') return e.memory === 'f16';
  if (e.kind === 'local') return copied.has(e.index);
  return e.kind === 'op' && e.op === 'select' && e.args.slice(1).every((a) => isCopy(a, copied));
}

function asBits(e: Expression): Expression {
  if (e.kind === 'load') return { ...e, memory: 'i16', type: 'i32' };
  if (e.kind === 'op') return { ...e, type: 'i32', args: e.args.map((a, i) => (i === 0 ? a : asBits(a))) };
  return e.kind === 'local' ? { ...e, type: 'i32' } : e;
}

/** All that may be, less those that get or give something else, and those that get from these or give to them. */
function copiedIn(fn: Fn): Copied {
  const copied = new Set<number>();
  eachStatement(fn.body, (s) => {
    for (const l of localsSet(s)) if (l >= fn.params && fn.locals[l]!.type === 'f32') copied.add(l);
  });
  for (let before = -1; before !== copied.size; ) {
    before = copied.size;
    eachStatement(fn.body, (s) => {
      for (const l of localsSet(s)) if (s.kind !== 'set' || !isCopy(s.value, copied)) copied.delete(l);
      const goesOn = s.kind === 'set' ? copied.has(s.local) : isHalfStore(s) && isCopy(s.value, copied);
      const value = s.kind === 'set' || s.kind === 'store' ? s.value : undefined;
      eachPartOf(s, (e) => {
        if (goesOn && e === value) eachAsked(e, copied);
        else readWhole(e, copied);
      });
    });
  }
  return copied;
}

/** Conditions and addresses of a copy read what they read as numbers. */
function eachAsked(e: Expression, copied: Set<number>): void {
  if (e.kind === 'load') readWhole(e.from, copied);
  if (e.kind !== 'op') return;
  readWhole(e.args[0]!, copied);
  for (const a of e.args.slice(1)) eachAsked(a, copied);
}

function readWhole(e: Expression, copied: Set<number>): void {
  eachExpression(e, (x) => {
    if (x.kind === 'local') copied.delete(x.index);
  });
}
