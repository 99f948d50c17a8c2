/**
 * Reads of array descriptors move out of host loops that cannot change them. Descriptors hold addresses and 64-bit numbers in memory that a name leads to;
 * a loop that calls nothing and stores no address and no 64-bit integer leaves them alone, since Fortran's data of other types share their storage by one name
 * only (`transfer`); functions of C may write their bytes (`Fn.bytewise`).
 */
import { op } from '../../ir/build.ts';
import { effectsOf } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { isPointer, type MemoryType } from '../../ir/types.ts';
import {
  changeBodies,
  changeParts,
  changeStatement,
  eachStatement,
  isLoop,
  localsSetIn,
  mapEach,
  replaceEach,
  someStatement,
} from '../../ir/walk.ts';

export function licmLoads(fn: Fn): Fn {
  if (!someStatement(fn.body, isLoop)) return fn;
  const locals: Local[] = [...fn.locals];
  const own = fn.locals.length;
  // The outermost loop that leaves descriptors alone comes first.
  const changes = (s: Statement): boolean => mayChange(s, fn.bytewise === true);
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      if (!isLoop(s) || someStatement(s.body, changes)) return changeBodies(s, list);
      return moved(s, locals, own);
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, locals, body };
}

/** Whether it may write a descriptor, or run what does. */
function mayChange(s: Statement, bytewise: boolean): boolean {
  const { writes = [], ordered, outside } = effectsOf(s);
  const changes = (m: MemoryType | undefined): boolean => !m || isDescribing(m) || (bytewise && m === 'i8');
  return ordered === true || outside === true || writes.some((w) => changes(w.memory));
}

function isDescribing(memory: MemoryType): boolean {
  return memory === 'i64' || isPointer(memory);
}

/** `own`: how many locals the function had. */
function moved(
  loop: Extract<Statement, { kind: 'for' | 'loop' }>,
  locals: Local[],
  own: number,
): Statement | readonly Statement[] {
  const written = localsSetIn([loop]);
  const before: Statement[] = [];
  const held = new Map<string, number>();
  /** The name that leads to the memory; undefined where that may change or may be no address. */
  const nameOf = (e: Expression): string | undefined => {
    if (e.kind === 'op' && e.op === 'offset' && e.args[1]?.kind === 'const') {
      const name = nameOf(e.args[0]!);
      return name && `${name} + ${e.args[1].value}`;
    }
    if (e.kind === 'global') return e.name;
    if (e.kind === 'slot') return `#${e.index}`;
    return e.kind === 'local' && e.index < own && !written.has(e.index) ? `$${e.index}` : undefined;
  };
  const stored = new Set<string | undefined>();
  eachStatement([loop], (s) => {
    if (s.kind === 'store') stored.add(nameOf(baseOf(s.to)));
  });
  const change = (e: Expression): Expression => {
    if (e.kind !== 'load') return changeParts(e, change);
    const name = nameOf(e.from);
    if (name === undefined || stored.has(nameOf(baseOf(e.from))) || !isDescribing(e.memory) || e.volatile)
      return changeParts(e, change);
    const key = `${name} ${e.offset} ${e.memory}`;
    let index = held.get(key);
    if (index === undefined) {
      index = locals.length;
      locals.push({ name: 'descriptor', type: e.type });
      held.set(key, index);
      before.push(read(e, index));
    }
    return { kind: 'local', type: e.type, index };
  };
  const body = (list: readonly Statement[]): readonly Statement[] => mapEach(list, (s) => changeStatement(s, mapping));
  const mapping = { expression: change, body };
  const made = body(loop.body);
  return made === loop.body ? loop : [...before, { ...loop, body: made }];
}

function baseOf(address: Expression): Expression {
  return address.kind === 'op' && address.op === 'offset' ? baseOf(address.args[0]!) : address;
}

/** What a name leads to may not be there at all (an absent argument): then nothing in the loop reads it. */
function read(e: Extract<Expression, { kind: 'load' }>, index: number): Statement {
  const set: Statement = { kind: 'set', local: index, value: e };
  let name = e.from;
  while (name.kind === 'op') name = name.args[0]!;
  if (name.kind !== 'local') return set;
  const there = op('ne', [name, { kind: 'const', type: name.type, value: 0n }]);
  return { kind: 'if', condition: there, then: [set], otherwise: [] };
}
