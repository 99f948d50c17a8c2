/**
 * Cells of memory that stay where they are in a loop are held in locals while it runs: `total = total + a(i)` of a dummy argument, `dt` of a module. Those that each iteration stores to are
 * stored once, behind the loop; others are loaded once, before it. Engines of WebAssembly keep no cell of memory in a register from iteration to iteration.
 */
import { effectsOf, isMeeting } from '../../ir/effects.ts';
import type { Expression, Fn, Local, Statement } from '../../ir/module.ts';
import { loadedType, type MemoryType, sizeOf } from '../../ir/types.ts';
import { keyOf } from '../../ir/value-key.ts';
import { mayWait } from '../../ir/waiting-loops.ts';
import {
  changeBodies,
  changeStatement,
  eachExpression,
  eachExpressionOf,
  eachStatement,
  expressionsOf,
  isLoop,
  labelsIn,
  localsSetIn,
  mapExpression,
  replaceEach,
  someExpression,
  someStatement,
} from '../../ir/walk.ts';
import { type Affine, AffineForms, constantOf, loadsApart, namedBase } from '../analysis/affine.ts';
import { type Aliases, aliasesOf, type Root } from '../analysis/alias.ts';

type Body = readonly Statement[];
type Loop = Extract<Statement, { kind: 'for' | 'loop' }>;
type Place = { readonly from: Expression; readonly offset: number; readonly memory: MemoryType };
type Access = Place & { readonly isStore: boolean };
type Cell = { readonly key: string; readonly place: Place; readonly stored: boolean };
type Held = Cell & { readonly local: Expression };
type LocalNode = Extract<Expression, { kind: 'local' }>;

/** More would find no registers. */
const mostHeld = 4;
const held: ReadonlySet<MemoryType> = new Set(['i32', 'i64', 'f32', 'f64']);
/** Those that a load makes wider than what was stored. */
const heldLoaded: ReadonlySet<MemoryType> = new Set(['i8', 'i16', ...held]);

/** `which`: of kernels those that a loop stores to, since lanes of what is only loaded may want the registers. */
export function promoteLoopCells(fn: Fn, which: 'all' | 'stored'): Fn {
  if (!someStatement(fn.body, isLoop)) return fn;
  const aliases = aliasesOf(fn);
  const locals: Local[] = [...fn.locals];
  const fresh = (type: LocalNode['type']): LocalNode => {
    locals.push({ name: 'held', type });
    return { kind: 'local', type, index: locals.length - 1 };
  };
  const wanted = ({ stored }: Cell): boolean => which === 'all' || stored;
  const list = (body: Body): Body => {
    const before = new StoredBefore();
    return replaceEach(body, (s) => {
      const inner = changeBodies(s, list);
      const made =
        isLoop(inner) && !someStatement(inner.body, isLoop)
          ? (heldAround(inner, aliases, fresh, wanted, before.keys) ?? inner)
          : inner;
      before.pass(s);
      return made;
    });
  };
  const body = list(fn.body);
  return body === fn.body ? fn : { ...fn, locals, body };
}

/** Places that a list has stored to, where nobody else has come since. */
class StoredBefore {
  readonly keys = new Set<string>();
  private readonly locals = new Map<string, ReadonlySet<number>>();

  pass(s: Statement): void {
    if (someStatement([s], (x) => isMeeting(x) || effectsOf(x).outside === true || x.kind === 'call')) {
      this.keys.clear();
      return;
    }
    const set = localsSetIn([s]);
    for (const key of this.keys) if ([...this.locals.get(key)!].some((l) => set.has(l))) this.keys.delete(key);
    if (s.kind !== 'store' || s.volatile) return;
    const key = keyOfPlace({ ...s, from: s.to });
    const names = new Set<number>();
    eachExpression(s.to, (e) => {
      if (e.kind === 'local') names.add(e.index);
    });
    this.locals.set(key, names);
    this.keys.add(key);
  }
}

/** An innermost loop, with those of its cells in locals that may be and are wanted so; undefined where there are none. `before`: places that were stored to just before it. */
export function heldAround(
  loop: Loop,
  aliases: Aliases,
  fresh: (type: LocalNode['type']) => LocalNode,
  wanted: (cell: Cell) => boolean,
  before: ReadonlySet<string> = new Set(),
): Body | undefined {
  if (!isQuiet(loop) || (loop.kind === 'loop' && mayWait(loop))) return undefined;
  const found = cellsOf(loop, aliases, before).filter(wanted).slice(0, mostHeld);
  if (found.length === 0) return undefined;
  const made = found.map((c): Held => ({ ...c, local: fresh(loadedType(c.place.memory)) }));
  const body = loop.body.map((s) => heldIn(s, new Map(made.map((h) => [h.key, h.local as LocalNode]))));
  const first = made.map(({ place, local }): Statement => {
    return { kind: 'set', local: (local as LocalNode).index, value: { kind: 'load', type: local.type, ...place } };
  });
  const after = made
    .filter((h) => h.stored)
    .map(({ place, local }): Statement => {
      return { kind: 'store', memory: place.memory, to: place.from, offset: place.offset, value: local };
    });
  return ifItRuns(loop, [...first, { ...loop, body }, ...after]);
}

/** Whether it neither calls, waits nor leaves for elsewhere than its end: what is stored behind it is stored in any case. */
function isQuiet(loop: Loop): boolean {
  const inside = labelsIn([loop]);
  return !someStatement(loop.body, (s) => {
    if (s.kind === 'break' || s.kind === 'continue') return !inside.has(s.label);
    const { ordered, syncs, waits, outside, leaves } = effectsOf(s);
    if (s.kind === 'trap') return false;
    return ordered === true || syncs !== undefined || waits === true || outside === true || leaves === true;
  });
}

/** The cells that may be held: those that are stored to come first. */
function cellsOf(loop: Loop, aliases: Aliases, before: ReadonlySet<string>): readonly Cell[] {
  const written = localsSetIn([loop]);
  const forms = new AffineForms({ bits: 64, keyOf: loadsApart(keyOf) });
  const accesses = accessesIn(loop);
  if (!accesses) return [];
  const known = accesses.map((a) => ({ ...a, root: aliases.rootOf(a.from), form: forms.of(a.from) }));
  const sure = surelyIn(loop);
  const found = new Map<string, Cell>();
  for (const a of known) {
    const key = keyOfPlace(a);
    if (found.has(key) || !heldLoaded.has(a.memory) || !staysIn(a.from, written)) continue;
    const same = known.filter((o) => keyOfPlace(o) === key);
    const stores = same.some((o) => o.isStore);
    if (stores && !held.has(a.memory)) continue;
    const others = known.filter((o) => keyOfPlace(o) !== key && (stores || o.isStore));
    if (others.some((o) => mayMeet(a, o, aliases))) continue;
    if (stores ? !sure.stores.has(key) && !before.has(key) : !sure.loads.has(key) && !isMemory(a)) continue;
    found.set(key, { key, place: { from: a.from, offset: a.offset, memory: a.memory }, stored: stores });
  }
  return [...found.values()].sort((a, b) => Number(b.stored) - Number(a.stored));
}

/** Undefined where something is accessed as a whole, or as what others change. */
function accessesIn(loop: Loop): readonly Access[] | undefined {
  const found: Access[] = [];
  let known = true;
  eachStatement(loop.body, (s) => {
    if (s.kind === 'store') {
      found.push({ from: s.to, offset: s.offset, memory: s.memory, isStore: true });
      if (loadedType(s.memory) !== s.value.type) known = false;
    } else if (effectsOf(s).writes || effectsOf(s).reads) known = false;
    eachExpressionOf(s, (e) => {
      if (e.kind !== 'load') return;
      found.push({ from: e.from, offset: e.offset, memory: e.memory, isStore: false });
      if (e.volatile) known = false;
    });
  });
  return known ? found : undefined;
}

/** Places that the first iteration loads or stores to in any case. */
function surelyIn(loop: Loop): { readonly loads: ReadonlySet<string>; readonly stores: ReadonlySet<string> } {
  const loads = new Set<string>();
  const stores = new Set<string>();
  for (const s of loop.body) {
    for (const whole of expressionsOf(s))
      someExpression(whole, (e) => {
        if (e.kind === 'load') loads.add(keyOfPlace(e));
        return false;
      });
    if (s.kind === 'store') stores.add(keyOfPlace({ ...s, from: s.to }));
    if (someStatement([s], (x) => effectsOf(x).leaves === true && x.kind !== 'trap')) break;
  }
  return { loads, stores };
}

function staysIn(address: Expression, written: ReadonlySet<number>): boolean {
  return !someExpression(address, (e) => e.kind === 'load' || (e.kind === 'local' && written.has(e.index)));
}

/** Behind the beginning of any variable there is at least as much memory: that of the others, the stack. */
const memoryBehind = 65536;

/** Whether there is memory where a variable or a part of it should be, also where an index is wrong in a branch that is not taken. */
function isMemory({ from, offset }: Place): boolean {
  let at = offset;
  let base = from;
  for (; base.kind === 'op' && base.op === 'offset'; base = base.args[0]!) {
    const by = base.args[1]!;
    if (by.kind !== 'const') return false;
    at += Number(by.value);
  }
  return (base.kind === 'global' || base.kind === 'slot') && at >= 0 && at + 8 <= memoryBehind;
}

type Known = Place & { readonly root: Root; readonly form: Affine };

function mayMeet(a: Known, b: Known, aliases: Aliases): boolean {
  if (!aliases.mayMeet(a.root, b.root)) return false;
  if (namedBase(a.form) !== namedBase(b.form)) return true;
  const apart = constantOf(b.form) + b.offset - constantOf(a.form) - a.offset;
  return apart < sizeOf(a.memory) && -apart < sizeOf(b.memory);
}

function keyOfPlace({ from, offset, memory }: Place): string {
  return `${memory} ${offset} ${keyOf(from)}`;
}

function heldIn(s: Statement, locals: ReadonlyMap<string, LocalNode>): Statement {
  const expression = (e: Expression): Expression =>
    mapExpression(e, (x) => (x.kind === 'load' ? (locals.get(keyOfPlace(x)) ?? x) : x));
  const made = changeStatement(s, { expression, body: (b) => b.map((x) => heldIn(x, locals)) });
  const local = s.kind === 'store' ? locals.get(keyOfPlace({ ...s, from: s.to })) : undefined;
  if (!local || made.kind !== 'store') return made;
  return { kind: 'set', local: local.index, value: made.value, ...(made.at && { at: made.at }) };
}

/** Where the loop does nothing the place may be no memory; its variable has the first value then. */
function ifItRuns(loop: Loop, list: Body): Body {
  if (loop.kind === 'loop' || (loop.trips.kind === 'const' && Number(loop.trips.value) > 0)) return list;
  const { trips, from } = loop;
  const none: Expression = { kind: 'const', type: trips.type, value: trips.type === 'i64' ? 0n : 0 };
  const condition: Expression = { kind: 'op', op: 'lt', type: 'bool', args: [none, trips] };
  return [{ kind: 'if', condition, then: list, otherwise: [{ kind: 'set', local: loop.local, value: from }] }];
}
