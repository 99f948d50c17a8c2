/**
 * Whole numbers that are only ever 0 or 1 and only asked which (`int valid = i > 0 && i < n; … if (valid)`, flags in integers) are logicals: branches on them are branches on what they were set to.
 */
import { bool, local, op, select } from '../../ir/build.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import {
  changeBodies,
  changeParts,
  changeStatement,
  eachStatement,
  expressionsOf,
  localsSet,
  mapEach,
  partsOf,
} from '../../ir/walk.ts';

type Op = Extract<Expression, { readonly kind: 'op' }>;
type Flags = ReadonlySet<number>;

export function flagLocals(fn: Fn): Fn {
  const flags = flagsIn(fn);
  if (flags.size === 0) return fn;
  const change = (e: Expression): Expression => {
    const asked = e.kind === 'op' ? askedFlag(e, flags) : undefined;
    if (!asked) return changeParts(e, change);
    const flag = local(asked.local, 'bool');
    return asked.is ? flag : op('not', [flag]);
  };
  const list = (body: readonly Statement[]): readonly Statement[] =>
    mapEach(body, (s): Statement => {
      if (s.kind === 'set' && flags.has(s.local)) return { ...s, value: truthOf(s.value, change) };
      return changeBodies(changeStatement(s, { expression: change, body: (b) => b }), list);
    });
  const locals = fn.locals.map((l, i) => (flags.has(i) ? { ...l, type: 'bool' as const } : l));
  return { ...fn, locals, body: list(fn.body) };
}

function flagsIn(fn: Fn): Flags {
  const flags = new Set<number>();
  const compared = new Set<number>();
  fn.locals.forEach(({ type }, i) => {
    if (type === 'i32' && i >= fn.params) flags.add(i);
  });
  const sets: { readonly local: number; readonly value: Expression }[] = [];
  const look = (e: Expression): void => {
    const asked = e.kind === 'op' ? askedFlag(e, flags) : undefined;
    if (asked) compared.add(asked.local);
    else if (e.kind === 'local') flags.delete(e.index);
    else partsOf(e).forEach(look);
  };
  eachStatement(fn.body, (s) => {
    if (s.kind === 'set' && flags.has(s.local)) sets.push(s);
    else {
      for (const l of localsSet(s)) flags.delete(l);
      expressionsOf(s).forEach(look);
    }
  });
  // What is asked in values of other numbers counts as well; what is copied stays a flag where the copy is one.
  for (let before = -1; before !== flags.size; ) {
    before = flags.size;
    for (const { local: to, value } of sets) {
      if (flags.has(to) && isFlag(value, flags)) eachCondition(value, flags, look);
      else {
        flags.delete(to);
        look(value);
      }
    }
  }
  for (const f of flags) if (!compared.has(f) || !sets.some((s) => s.local === f)) flags.delete(f);
  // A flag is copied to flags alone.
  for (let before = -1; before !== flags.size; ) {
    before = flags.size;
    for (const { local: to, value } of sets)
      if (!flags.has(to) || !isFlag(value, flags)) forget(to, value, flags, look);
  }
  return flags;
}

function forget(to: number, value: Expression, flags: Set<number>, look: (e: Expression) => void): void {
  flags.delete(to);
  look(value);
}

function isFlag(e: Expression, flags: Flags): boolean {
  if (e.kind === 'const') return Number(e.value) === 0 || Number(e.value) === 1;
  if (e.kind === 'local') return flags.has(e.index);
  if (e.kind !== 'op') return false;
  const [a, b, c] = e.args;
  switch (e.op) {
    case 'to.i32':
      return a?.type === 'bool';
    case 'and':
      return isFlag(a!, flags) && (isFlag(b!, flags) || isOdd(b!));
    case 'or':
    case 'xor':
      return isFlag(a!, flags) && isFlag(b!, flags);
    case 'select':
      return isFlag(b!, flags) && isFlag(c!, flags);
    default:
      return false;
  }
}

function isOdd(e: Expression): boolean {
  return e.kind === 'const' && Number(e.value) % 2 !== 0;
}

/** The logicals of which a value is made. */
function eachCondition(e: Expression, flags: Flags, visit: (e: Expression) => void): void {
  if (e.kind !== 'op') return;
  if (e.op === 'to.i32') visit(e.args[0]!);
  else if (e.op === 'select') {
    visit(e.args[0]!);
    for (const a of e.args.slice(1)) eachCondition(a, flags, visit);
  } else for (const a of e.args) eachCondition(a, flags, visit);
}

function truthOf(e: Expression, change: (e: Expression) => Expression): Expression {
  if (e.kind === 'const') return bool(Number(e.value) !== 0);
  if (e.kind === 'local') return local(e.index, 'bool');
  if (e.kind !== 'op') return e;
  const [a, b, c] = e.args;
  if (e.op === 'to.i32') return change(a!);
  if (e.op === 'select') return select(change(a!), truthOf(b!, change), truthOf(c!, change));
  if (e.op === 'and' && b!.kind === 'const') return isOdd(b!) ? truthOf(a!, change) : bool(false);
  return op(e.op === 'xor' ? 'ne' : e.op, [truthOf(a!, change), truthOf(b!, change)]);
}

const answers: Readonly<Record<string, readonly [ofZero: boolean | undefined, ofOne: boolean | undefined]>> = {
  eq: [false, true],
  ne: [true, false],
  gt: [true, undefined],
  le: [false, undefined],
  ge: [undefined, true],
  lt: [undefined, false],
};

/** Whether `e` asks if a flag is set (`is`) or not. */
function askedFlag(
  { op: name, args: [a, b] }: Op,
  flags: Flags,
): { readonly local: number; readonly is: boolean } | undefined {
  if (a?.kind !== 'local' || !flags.has(a.index) || b?.kind !== 'const') return undefined;
  const number = Number(b.value);
  const is = number === 0 || number === 1 ? answers[name]?.[number] : undefined;
  return is === undefined ? undefined : { local: a.index, is };
}
