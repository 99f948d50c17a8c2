/**
 * Arrays of the device to which a kernel does nothing but add, by atomic operations whose old values nobody asks for, at places that data decide (histograms, charges on a grid, forces on
 * atoms): a worker adds to an array of its own, without locks, and adds that to the device's when its blocks are done. A second version of the kernel, for launches that find the array
 * short against what they do: its length is asked of the memory that it lies in (`Fn.rooms`). What is added beyond it goes where it went.
 */
import { i32, mul, op, wide } from '../../ir/build.ts';
import { accessesOf, effectsOf, ordersBlocks } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { type MemoryType, sizeOf } from '../../ir/types.ts';
import { countSets, countUses } from '../../ir/uniformity.ts';
import { bodiesOf, eachStatement, mapStatement, someExpression } from '../../ir/walk.ts';
import { aliasesOf } from '../analysis/alias.ts';
import type { PrivateSum } from './privatise-atomics.ts';

type Atomic = Extract<Statement, { kind: 'atomic' }>;

/** Bytes of all arrays that a worker keeps for itself. */
const mostBytes = 131_072;
const mostArrays = 4;

/** Of a loop whose iterations nobody counts. */
const usualTrips = 16;
const mostUpdates = 256;

/** How often a thread adds to arrays of its worker, about. */
export function updatesOfThread(body: readonly Statement[]): number {
  let updates = 0;
  for (const s of body) {
    if (s.kind === 'atomic' && s.near) updates++;
    const trips = s.kind === 'for' && s.trips.kind === 'const' ? Number(s.trips.value) : usualTrips;
    const times = s.kind === 'for' || s.kind === 'loop' ? trips : 1;
    for (const inner of bodiesOf(s)) updates += times * updatesOfThread(inner);
  }
  return Math.min(updates, mostUpdates);
}

/** Undefined where there are none. */
export function privatiseArrays(kernel: Fn): { readonly fn: Fn; readonly sums: readonly PrivateSum[] } | undefined {
  const found = candidates(kernel);
  if (found.size === 0 || found.size > mostArrays) return undefined;
  const locals: Local[] = [...kernel.locals];
  const own = new Map<number, Atomic['near']>();
  const sums = [...found].map(([param, memory]): PrivateSum => {
    const local = locals.push({ name: 'own', type: 'ptr.local' }) - 1;
    const cells = locals.push({ name: 'cells', type: 'i32' }) - 1;
    own.set(param, { array: param, own: local, cells });
    const bytes = Math.floor(mostBytes / found.size / 16) * 16;
    const size = sizeOf(memory) === 8 ? 8 : 4;
    return {
      own: local,
      size,
      perThread: false,
      settle: settle(param, memory, local, cells, locals),
      array: { param, cells, bytes },
    };
  });
  const change = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) => {
      const base = s.kind === 'atomic' ? baseOf(s.to) : undefined;
      const near = base === undefined ? undefined : own.get(base);
      if (s.kind !== 'atomic' || !near) return mapStatement(s, { expression: (e) => e, body: change });
      const { result: _, ...rest } = s;
      return { ...rest, near };
    });
  return { fn: { ...kernel, locals, body: change(kernel.body) }, sums };
}

/** Adds what each cell holds to the device's. */
function settle(param: number, memory: MemoryType, own: number, cells: number, locals: Local[]): Statement {
  const type = memory === 'i64' ? 'i64' : memory === 'f32' ? 'f32' : memory === 'f64' ? 'f64' : 'i32';
  const at = locals.push({ name: 'cell', type: 'i32' }) - 1;
  const value = locals.push({ name: 'sum', type }) - 1;
  const bytes = wide(mul({ kind: 'local', type: 'i32', index: at }, i32(sizeOf(memory))));
  const place = (type: 'ptr.local' | 'ptr.global', index: number): Expression => ({
    kind: 'op',
    type,
    op: 'offset',
    args: [{ kind: 'local', type, index }, bytes],
  });
  const sum: Expression = { kind: 'local', type, index: value };
  const zero: Expression = { kind: 'const', type, value: type === 'i64' ? 0n : 0 };
  const atomic: Statement = {
    kind: 'atomic',
    how: 'add',
    memory,
    scope: 'device',
    to: place('ptr.global', param),
    args: [sum],
  };
  return {
    kind: 'for',
    label: `%settle${own}`,
    local: at,
    from: i32(0),
    trips: { kind: 'local', type: 'i32', index: cells },
    step: i32(1),
    body: [
      { kind: 'set', local: value, value: { kind: 'load', type, memory, from: place('ptr.local', own), offset: 0 } },
      { kind: 'if', condition: op('ne', [sum, zero]), then: [atomic], otherwise: [] },
    ],
  };
}

/** Parameters whose memory is only added to, and what their cells are. */
function candidates(kernel: Fn): ReadonlyMap<number, MemoryType> {
  const none = new Map<number, MemoryType>();
  const uses = countUses(kernel.body, kernel.locals.length);
  const sets = countSets(kernel.body, kernel.locals.length);
  const aliases = aliasesOf(kernel);
  const found = new Map<number, MemoryType>();
  const refused = new Set<number>();
  const others: Expression[] = [];
  let free = true;
  eachStatement(kernel.body, (s) => {
    if (ordersBlocks(s) || s.kind === 'call' || (s.kind !== 'atomic' && effectsOf(s).outside)) free = false;
    const base = s.kind === 'atomic' ? baseOf(s.to) : undefined;
    const isSum =
      s.kind === 'atomic' && base !== undefined && base < kernel.params && sets[base] === 0 && isLateSum(s, uses);
    const { reads, writes } = accessesOf(s);
    if (isSum) {
      if (found.has(base) && found.get(base) !== s.memory) refused.add(base);
      found.set(base, s.memory);
      // The place itself is read and written.
      for (const a of reads) if (a.from && a.from !== s.to) others.push(a.from);
      return;
    }
    for (const a of [...reads, ...writes]) {
      if (a.from) others.push(a.from);
      else free = false;
    }
  });
  if (!free) return none;
  const roots = others.map((e) => aliases.rootOf(e));
  for (const param of found.keys()) {
    const own = { name: `$${param}`, space: 'global' } as const;
    if (refused.has(param) || roots.some((r) => aliases.mayMeet(r, own)) || isHanded(kernel, param))
      found.delete(param);
  }
  return found;
}

/** Whether the address itself is stored or compared: it goes nowhere but into places of atomic operations. */
function isHanded(kernel: Fn, param: number): boolean {
  let inPlaces = 0;
  eachStatement(kernel.body, (s) => {
    if (s.kind === 'atomic' && baseOf(s.to) === param) inPlaces++;
  });
  return countUses(kernel.body, kernel.locals.length)[param] !== inPlaces;
}

function isLateSum(s: Atomic, uses: Uint32Array): boolean {
  if (s.scope === 'system' || s.to.type !== 'ptr.global' || someExpression(s.to, (e) => e.kind === 'slot'))
    return false;
  if (s.how !== 'add' && s.how !== 'sub') return false;
  return summed.has(s.memory) && (s.result === undefined || uses[s.result] === 1);
}

const summed: ReadonlySet<string> = new Set(['i32', 'i64', 'f32', 'f64']);

/** The local that a place is counted from, where nothing else is done to it. */
function baseOf(e: Expression): number | undefined {
  if (e.kind === 'local') return e.type === 'ptr.global' ? e.index : undefined;
  return e.kind === 'op' && e.op === 'offset' && e.type === 'ptr.global' ? baseOf(e.args[0]!) : undefined;
}
