/**
 * What an inner loop finds and does not look at again (the nearest, the largest, the last) goes to memory: an iteration that finds something stores it, the others need not
 * carry it along. In registers V8 would move each of them to the stack and back in every iteration, since the loop itself needs these registers.
 */
import type { Expression, Fn, Local, Slot, Statement } from '../../ir/module.ts';
import { isPointer, type MemoryType, type ValueType } from '../../ir/types.ts';
import {
  changeBodies,
  eachExpressionIn,
  eachStatement,
  isLoop,
  localsSet,
  replaceEach,
  someStatement,
} from '../../ir/walk.ts';

type Loop = Extract<Statement, { kind: 'for' | 'loop' }>;

/** Fewer stay in registers at no cost. */
const fewest = 4;

export function demoteLoopResults(fn: Fn): Fn {
  if (!someStatement(fn.body, isLoop)) return fn;
  const slots: Slot[] = [...fn.slots];
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => {
      if (!isLoop(s) || someStatement(s.body, isLoop)) return changeBodies(s, list);
      const found = findings(s, fn.locals);
      return found.size < fewest || jumpsOut(s) ? s : inMemory(s, found, fn.locals, slots);
    });
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, body, slots };
}

/** Locals that only branches of the loop set, and that nothing in it reads. */
function findings(loop: Loop, locals: readonly Local[]): ReadonlySet<number> {
  const found = new Set<number>();
  eachStatement(loop.body, (s) => {
    if (s.kind === 'set' && memoryOf(locals[s.local]!.type)) found.add(s.local);
  });
  const always = (body: readonly Statement[]): void => {
    for (const s of body) {
      for (const l of localsSet(s)) found.delete(l);
      if (s.kind === 'block') always(s.body);
    }
  };
  always(loop.body);
  eachStatement(loop.body, (s) => {
    if (s.kind !== 'set') for (const l of localsSet(s)) found.delete(l);
  });
  eachExpressionIn([loop], (e) => {
    if (e.kind === 'local') found.delete(e.index);
  });
  return found;
}

function memoryOf(type: ValueType): MemoryType | undefined {
  if (isPointer(type) || type === 'i32' || type === 'i64' || type === 'f32' || type === 'f64') return type;
  return undefined;
}

/** Past the place where the findings come back. */
function jumpsOut(loop: Loop): boolean {
  const inside = new Set<string>([loop.label]);
  eachStatement(loop.body, (s) => {
    if (s.kind === 'block') inside.add(s.label);
  });
  return someStatement(
    loop.body,
    (s) => s.kind === 'return' || ((s.kind === 'break' || s.kind === 'continue') && !inside.has(s.label)),
  );
}

function inMemory(
  loop: Loop,
  found: ReadonlySet<number>,
  locals: readonly Local[],
  slots: Slot[],
): readonly Statement[] {
  const slotOf = new Map<number, Expression>();
  for (const l of found) {
    slotOf.set(l, { kind: 'slot', type: 'ptr.host', index: slots.length });
    slots.push({ name: locals[l]!.name, size: 8, align: 8 });
  }
  const stored = (local: number, value: Expression): Statement => ({
    kind: 'store',
    memory: memoryOf(locals[local]!.type)!,
    to: slotOf.get(local)!,
    offset: 0,
    value,
  });
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) =>
      s.kind === 'set' && found.has(s.local) ? stored(s.local, s.value) : changeBodies(s, list),
    );
  const each = [...found].map((l) => ({ l, type: locals[l]!.type }));
  return [
    ...each.map(({ l, type }) => stored(l, { kind: 'local', type, index: l })),
    { ...loop, body: list(loop.body) },
    ...each.map(
      ({ l, type }): Statement => ({
        kind: 'set',
        local: l,
        value: { kind: 'load', type, memory: memoryOf(type)!, from: slotOf.get(l)!, offset: 0 },
      }),
    ),
  ];
}
