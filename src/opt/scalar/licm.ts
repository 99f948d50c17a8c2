/** What does not change while a loop runs is computed before it. Reads of memory stay where they are. */
import { impossible } from '../../base/impossible.ts';
import { Bits } from '../../ir/liveness.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { type Operation, type OperationName, operations } from '../../ir/operations.ts';
import { isPointer } from '../../ir/types.ts';
import { setsIn } from '../../ir/uniformity.ts';
import type { KeyOf } from '../../ir/value-key.ts';
import {
  changeBodies,
  changeParts,
  changeStatement,
  eachExpressionIn,
  eachStatement,
  isLoop,
  localsSet,
  mapEach,
  replaceEach,
  someExpression,
  someStatement,
  withLocals,
} from '../../ir/walk.ts';

type Loop = Extract<Statement, { kind: 'for' | 'loop' }>;
type Put = Extract<Statement, { kind: 'set' }>;
type OperationNode = Extract<Expression, { kind: 'op' }>;

/** Host code: what may trap is not computed where it might not be needed. */
export function licm(fn: Fn, keyOf: KeyOf): Fn {
  if (!someStatement(fn.body, isLoop)) return fn;
  const mustStay = (e: OperationNode): boolean => isCostly(e) || operationOf(e).partial === true;
  const hoister = new LoopHoister(fn.locals, keyOf, mustStay, setsIn(fn));
  const body = hoister.loops(fn.body);
  return body === fn.body ? fn : { ...fn, locals: hoister.locals, body };
}

/** What a local of a loop's own statements is set to, once and always to the same, is set before the loop: addresses made of it stay where they are then. */
export function licmSets(fn: Fn): Fn {
  if (!someStatement(fn.body, isLoop)) return fn;
  const facts: SetFacts = {
    fn,
    sets: setsIn(fn),
    reads: countReads(fn.body, fn.locals.length),
  };
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      const inner = changeBodies(s, list);
      return isLoop(inner) ? outOf(inner, facts) : inner;
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, body };
}

/** How often a function sets and reads each local. */
type SetFacts = { readonly fn: Fn; readonly sets: Uint32Array; readonly reads: Uint32Array };

function outOf(loop: Loop, { fn: { params, locals }, sets, reads }: SetFacts): Statement | readonly Statement[] {
  const isOnce = (s: Statement): s is Put =>
    s.kind === 'set' && sets[s.local] === 1 && s.local >= params && staysAnywhere(s.value);
  if (!loop.body.some(isOnce)) return loop;
  const written = writtenIn([loop], locals.length);
  const behind = countReads(loop.body, locals.length);
  const moved: Put[] = [];
  const kept: Statement[] = [];
  for (const s of loop.body) {
    // Nobody reads the local before it is set, nor where the loop has not run.
    const isMoved =
      isOnce(s) &&
      behind[s.local] === reads[s.local] &&
      !someExpression(s.value, (e) => e.kind === 'local' && written.has(e.index));
    if (isMoved) {
      moved.push(s);
      written.delete(s.local);
    } else kept.push(s);
    noteReads([s], behind, -1);
  }
  return moved.length === 0 ? loop : [...moved, { ...loop, body: kept }];
}

function countReads(list: readonly Statement[], locals: number): Uint32Array {
  const found = new Uint32Array(locals);
  noteReads(list, found, 1);
  return found;
}

function noteReads(list: readonly Statement[], counts: Uint32Array, each: number): void {
  eachExpressionIn(list, (e) => {
    if (e.kind === 'local') counts[e.index]! += each;
  });
}

/** What may be computed where it is not needed: no reads of memory, nothing that takes long or may trap. */
function staysAnywhere(whole: Expression): boolean {
  return !someExpression(
    whole,
    (e) => e.kind === 'load' || (e.kind === 'op' && (isCostly(e) || operationOf(e).partial === true)),
  );
}

/** Kernels: the assembler hoists what is a few instructions, but no quotient and no root, which are a call or some thirty instructions to it. They never trap. */
export function licmQuotients(fn: Fn, keyOf: KeyOf): Fn {
  if (!someStatement(fn.body, isLoop)) return fn;
  const hoister = new LoopHoister(fn.locals, keyOf, () => false, setsIn(fn), isQuotient);
  const body = hoister.loops(fn.body);
  return body === fn.body ? fn : { ...fn, locals: hoister.locals, body };
}

function isQuotient(e: OperationNode): boolean {
  if (e.op === 'sqrt') return true;
  if (!quotients.has(e.op)) return false;
  const isReal = e.type === 'f32' || e.type === 'f64';
  return isReal || e.args[1]!.kind !== 'const';
}

const quotients: ReadonlySet<OperationName> = new Set(['div', 'rem', 'div.u', 'rem.u']);

/** Nodes of what a local is set to that are computed once more where something made of the local moves. */
const mostAgain = 16;

export class LoopHoister {
  readonly locals: Local[];
  private readonly keyOf: KeyOf;
  private readonly mustStay: (e: OperationNode) => boolean;
  private readonly sets: Uint32Array;
  private readonly wanted: (e: OperationNode) => boolean;
  /** Whether some of what stays the same is left where it is: what is made of it moves then together with it. */
  private readonly chooses: boolean;

  /** `sets`: how often the function sets each local; `wanted`: what is worth a local. */
  constructor(
    locals: readonly Local[],
    keyOf: KeyOf,
    mustStay: (e: OperationNode) => boolean,
    sets: Uint32Array,
    wanted?: (e: OperationNode) => boolean,
  ) {
    this.wanted = wanted ?? (() => true);
    this.chooses = wanted !== undefined;
    this.locals = [...locals];
    this.keyOf = keyOf;
    this.mustStay = mustStay;
    this.sets = sets;
  }

  /** In each loop of `list`, the outermost first. */
  readonly loops = (list: readonly Statement[]): readonly Statement[] =>
    replaceEach(list, (s) => {
      if (!isLoop(s)) return changeBodies(s, this.loops);
      const written = writtenIn([s], this.locals.length);
      const before: Statement[] = [];
      const known = new Map<string, number>();
      // What a local of the body is set to, where that stays the same.
      const names = new Map<number, Expression>();
      const leaves = new Map<number, Expression>();
      const replace = (e: Expression): Expression | undefined =>
        e.kind === 'op' && this.wanted(e) && this.staysSame(e, written, names)
          ? this.held(withLocals(e, names), known, before)
          : undefined;
      const body = rewrite(s.body, replace, {
        of: (local) => leaves.get(local),
        set: (local, value) => {
          if (this.sets[local] !== 1 || !this.staysSame(value, written, names)) return;
          const whole = withLocals(value, names);
          if (isLeaf(value)) leaves.set(local, value);
          if (isLeaf(value) || (this.chooses && hasAtMost(mostAgain, whole))) names.set(local, whole);
        },
      });
      const inner = this.loops(body);
      return inner === s.body ? s : [...before, { ...s, body: inner }];
    });

  /** A local that holds `e`, set at the end of `target` to what `made` makes of it. */
  held(
    e: Expression,
    known: Map<string, number>,
    target: Statement[],
    made = (x: Expression): Expression => x,
  ): Extract<Expression, { kind: 'local' }> {
    const key = this.keyOf(e);
    let index = known.get(key);
    if (index === undefined) {
      index = this.locals.length;
      this.locals.push({ name: 'hoisted', type: e.type });
      known.set(key, index);
      target.push({ kind: 'set', local: index, value: made(e) });
    }
    return { kind: 'local', type: e.type, index };
  }

  private staysSame(e: Expression, written: Bits, names: ReadonlyMap<number, Expression>): boolean {
    switch (e.kind) {
      case 'local':
        return !written.has(e.index) || names.has(e.index);
      case 'load':
        return false;
      case 'op':
        return !this.mustStay(e) && e.args.every((a) => this.staysSame(a, written, names));
      case 'const':
      case 'special':
      case 'global':
      case 'slot':
      case 'function':
      case 'dynamic-shared':
        return true;
      default:
        return impossible(e);
    }
  }
}

function hasAtMost(n: number, e: Expression): boolean {
  let count = 0;
  return !someExpression(e, () => ++count > n);
}

function isLeaf(e: Expression): boolean {
  return e.kind === 'local' || e.kind === 'const';
}

/** What stands for a local; told, one after another, what each set of a local has become. */
type Names = {
  readonly of: (local: number) => Expression | undefined;
  readonly set: (local: number, value: Expression) => void;
};

/** `replace` gives what stands for an operation, or undefined to look below it. */
export function rewrite(
  list: readonly Statement[],
  replace: (e: Expression) => Expression | undefined,
  names?: Names,
): readonly Statement[] {
  const change = (e: Expression): Expression => {
    if (e.kind === 'local') return names?.of(e.index) ?? e;
    const made = e.kind === 'op' && isWorth(e) ? replace(e) : undefined;
    return made ?? changeParts(e, change);
  };
  const statement = (s: Statement): Statement => {
    const made = changeStatement(s, mapping);
    if (made.kind === 'set') names?.set(made.local, made.value);
    return made;
  };
  const body = (b: readonly Statement[]): readonly Statement[] => mapEach(b, statement);
  const mapping = { expression: change, body };
  return body(list);
}

function operationOf(e: OperationNode): Operation {
  return operations[e.op];
}

/** Not to be computed where it might not be needed. */
export function isCostly(e: OperationNode): boolean {
  return operationOf(e).expensive === true;
}

/** Whether a kernel may compute it where it might not be needed: a divisor that turns out to be 0 gives some number there, the least integer by -1 traps. */
export function isSpeculable(e: OperationNode): boolean {
  if (isCostly(e)) return false;
  const isWhole = e.type === 'i32' || e.type === 'i64';
  if (!isWhole || operationOf(e).partial !== true) return true;
  const divisor = e.args[1]!;
  if (divisor.kind === 'const') return Number(divisor.value) !== 0 && Number(divisor.value) !== -1;
  return e.op !== 'div';
}

/** Casts and address constants cost nothing where they stand. */
export function isWorth(e: OperationNode): boolean {
  if (e.op === 'cast.space' || e.op === 'extend' || e.op === 'extend.u') {
    const a = e.args[0]!;
    return a.kind === 'op' && !(isPointer(e.type) && a.op === 'cast.space') && isWorth(a);
  }
  return true;
}

export function writtenIn(list: readonly Statement[], locals: number): Bits {
  const written = new Bits(locals);
  eachStatement(list, (s) => {
    for (const l of localsSet(s)) written.add(l);
  });
  return written;
}
