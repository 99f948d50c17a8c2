/**
 * Arrays of modules that device code reaches by name (allocatable ones and pointers) are arguments: what their descriptors hold at the launch goes along, as for dummies of assumed shape, and on to device
 * functions. Addresses may lead to the same memory.
 */
import { load, local } from '../../ir/build.ts';
import type { Program } from '../../ir/link.ts';
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { isPointer, type ValueType } from '../../ir/types.ts';
import {
  changeBodies,
  changeParts,
  changeStatement,
  eachStatement,
  expressionsOf,
  mapEach,
  mapExpression,
  mapStatement,
  partsOf,
  replaceEach,
  someExpressionIn,
  someStatement,
} from '../../ir/walk.ts';

type Load = Extract<Expression, { readonly kind: 'load' }>;
/** What stands `offset` bytes into the descriptor `global`. */
type Cell = { readonly global: string; readonly offset: number; readonly memory: 'i64' | 'ptr.global' };
type Cells = ReadonlyMap<string, Cell>;

/** Parameters of a launch take 4352 bytes at most. */
const mostParams = 500;
/** The host waits for kernels that read descriptors. */
const settling = 'device.settle';

export function descriptorArguments(program: Program): Program {
  return withoutSettling(withArguments(program));
}

function withArguments(program: Program): Program {
  const described = describedIn(program);
  if (described.size === 0) return program;
  const cells = cellsOfFunctions(program, described);
  if (cells.size === 0) return program;
  const functions = new Map<string, Fn>();
  for (const [name, fn] of program.functions) functions.set(name, passing(fn, cells));
  return { ...program, functions, kernels: program.kernels.map((k) => functions.get(k.name) ?? k) };
}

/** Where no device code reads descriptors of the host's any more, the host may change them while kernels run. */
function withoutSettling(program: Program): Program {
  const all = [...program.functions.values()];
  const waiting = all.filter((f) => f.kind === 'host' && someStatement(f.body, (s) => calleeOf(s) === settling));
  if (waiting.length === 0) return program;
  const isRead = (e: Expression): boolean => e.kind === 'global' && program.globals.get(e.name)?.byHost === true;
  if (all.some((f) => f.kind !== 'host' && someExpressionIn(f.body, isRead))) return program;
  const list = (body: readonly Statement[]): readonly Statement[] =>
    replaceEach(body, (s) => (calleeOf(s) === settling ? [] : changeBodies(s, list)));
  const functions = new Map(program.functions);
  for (const fn of waiting) functions.set(fn.name, { ...fn, body: list(fn.body) });
  return { ...program, functions };
}

/** The descriptors that device code does nothing with but load what is in them. */
function describedIn({ globals, functions }: Program): ReadonlySet<string> {
  const found = new Set<string>();
  for (const g of globals.values()) if (g.byHost && g.placement === 'managed') found.add(g.name);
  if (found.size === 0) return found;
  const look = (e: Expression): void => {
    if (e.kind === 'load' && cellOf(e)) return;
    if (e.kind === 'global') found.delete(e.name);
    partsOf(e).forEach(look);
  };
  for (const fn of functions.values())
    if (fn.kind !== 'host') eachStatement(fn.body, (s) => expressionsOf(s).forEach(look));
  return found;
}

function cellOf({ from, offset: at, memory, volatile }: Load): Cell | undefined {
  if (from.kind !== 'global' || from.type !== 'ptr.global' || volatile) return undefined;
  if (memory !== 'i64' && memory !== 'ptr.global') return undefined;
  return { global: from.name, offset: at, memory };
}

const keyOf = ({ global, offset: at }: Cell): string => `${global} ${at}`;

/** By name, of functions that are called and launched by name alone. */
function cellsOfFunctions(program: Program, described: ReadonlySet<string>): ReadonlyMap<string, Cells> {
  const fixed = new Set([...program.roots, ...program.addressed, ...namedIn(program)]);
  const all = new Map<string, Map<string, Cell>>();
  const callees = new Map<string, Set<string>>();
  for (const fn of program.functions.values()) {
    if (fn.kind === 'host' || fixed.has(fn.name)) continue;
    if (fn.rooms || fn.knownRooms) return new Map();
    const own = new Map<string, Cell>();
    const called = new Set<string>();
    const look = (e: Expression): void => {
      const cell = e.kind === 'load' ? cellOf(e) : undefined;
      if (cell && described.has(cell.global)) own.set(keyOf(cell), cell);
      partsOf(e).forEach(look);
    };
    eachStatement(fn.body, (s) => {
      expressionsOf(s).forEach(look);
      if (s.kind === 'call' && s.callee.kind === 'direct') called.add(s.callee.name);
    });
    all.set(fn.name, own);
    callees.set(fn.name, called);
  }
  handOn(all, callees);
  return new Map(
    [...all].flatMap(([name, own]) => {
      const { params } = program.functions.get(name)!;
      return own.size > 0 && params + own.size <= mostParams ? [[name, sorted(own)] as const] : [];
    }),
  );
}

/** Functions and kernels that are not only called and launched. */
function namedIn({ functions, globals }: Program): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (e: Expression): void => {
    if (e.kind === 'function') found.add(e.name);
    partsOf(e).forEach(look);
  };
  for (const fn of functions.values()) eachStatement(fn.body, (s) => expressionsOf(s).forEach(look));
  for (const g of globals.values()) for (const r of g.relocations ?? []) found.add(r.symbol);
  return found;
}

/** What a function needs, its callers need. */
function handOn(all: ReadonlyMap<string, Map<string, Cell>>, callees: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const [name, own] of all) {
      const before = own.size;
      for (const callee of callees.get(name) ?? []) for (const [key, cell] of all.get(callee) ?? []) own.set(key, cell);
      if (own.size > before) changed = true;
    }
  }
}

/** By descriptors, and as they lie in them: an address comes before extents and distances. */
function sorted(cells: Cells): Cells {
  const order = ([, a]: readonly [string, Cell], [, b]: readonly [string, Cell]): number =>
    a.global < b.global ? -1 : a.global > b.global ? 1 : a.offset - b.offset;
  return new Map([...cells].sort(order));
}

function passing(fn: Fn, cells: ReadonlyMap<string, Cells>): Fn {
  const own = cells.get(fn.name);
  const moved = own ? withParameters(fn, own) : fn;
  const first = fn.params;
  const places = new Map([...(own?.keys() ?? [])].map((key, i) => [key, first + i]));
  const value = (cell: Cell): Expression => {
    const param = places.get(keyOf(cell));
    if (param !== undefined) return local(param, cell.memory);
    const type = fn.kind === 'host' ? 'ptr.host' : 'ptr.global';
    return load(cell.memory, { kind: 'global', type, name: cell.global }, cell.offset);
  };
  const change = (e: Expression): Expression => {
    const cell = own && e.kind === 'load' ? cellOf(e) : undefined;
    return cell && places.has(keyOf(cell)) ? value(cell) : changeParts(e, change);
  };
  const list = (body: readonly Statement[]): readonly Statement[] =>
    mapEach(body, (s) => {
      const changed = own ? changeStatement(s, { expression: change, body: (b) => b }) : s;
      const inner = changeBodies(changed, list);
      const taken = cells.get(calleeOf(inner) ?? '');
      return taken && (inner.kind === 'call' || inner.kind === 'launch')
        ? { ...inner, args: [...inner.args, ...[...taken.values()].map(value)] }
        : inner;
    });
  const body = list(moved.body);
  return body === fn.body ? fn : { ...moved, body };
}

function calleeOf(s: Statement): string | undefined {
  if (s.kind === 'call') return s.callee.kind === 'direct' ? s.callee.name : undefined;
  return s.kind === 'launch' && s.kernel.kind === 'direct' ? s.kernel.name : undefined;
}

/** With a parameter for each cell behind its own. */
function withParameters(fn: Fn, cells: Cells): Fn {
  const index = (i: number): number => (i < fn.params ? i : i + cells.size);
  const expression = (e: Expression): Expression =>
    mapExpression(e, (x) => (x.kind === 'local' ? { ...x, index: index(x.index) } : x));
  const body = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) => mapStatement(s, { expression, body, local: index }));
  const added = [...cells.values()].map((c): { readonly name: string; readonly type: ValueType } => ({
    name: c.global,
    type: c.memory,
  }));
  const pointers = added.flatMap(({ type }, i) => (isPointer(type) ? [fn.params + i] : []));
  return {
    ...fn,
    params: fn.params + cells.size,
    locals: [...fn.locals.slice(0, fn.params), ...added, ...fn.locals.slice(fn.params)],
    body: body(fn.body),
    ...(fn.kind === 'kernel' && { overlapping: [...(fn.overlapping ?? []), ...pointers] }),
  };
}
