/**
 * How much memory lies behind an address (`Fn.rooms`), handed down through device functions: a call of a function that asks gets the rooms of its arguments as further
 * arguments, and a function that passes a parameter of its own on asks for the room of that one, up to the launch, where the runtime knows. Variables and slots have
 * their size; of what comes from memory only who took it from there may know (`Fn.knownRooms`; else -1).
 */
import { i64, local, lt, op, select, sub } from './build.ts';
import { callsIn } from './calls.ts';
import type { Expression, Fn, Global, Local, Statement } from './module.ts';
import { changeBodies, changeStatement, eachStatement, localsSet, mapExpression, replaceEach } from './walk.ts';

/** The parameters of each function of which it is told the room, in the order of the further ones. */
type Asked = Map<string, readonly number[]>;
type Call = Extract<Statement, { kind: 'call' }>;

const unknown = i64(-1);

/** `addressed`: functions that somebody may call without knowing which they are. */
export function handDownRooms(
  functions: Map<string, Fn>,
  globals: ReadonlyMap<string, Global>,
  addressed: ReadonlySet<string>,
): void {
  const device = [...functions.values()].filter((f) => f.kind !== 'host');
  const doAsk = device.some((f) => f.kind === 'device' && f.rooms);
  for (const f of doAsk ? [] : device) if (f.knownRooms) functions.set(f.name, withoutKnown(f));
  if (!doAsk) return;
  const asked = askedBy(device);
  const nameOf = (name: string): string => (addressed.has(name) && asked.has(name) ? `${name}@rooms` : name);
  for (const f of device) {
    const told = withoutKnown(tellRooms(f, asked, globals, nameOf));
    if (told === f) continue;
    functions.set(nameOf(f.name), { ...told, name: nameOf(f.name) });
    if (nameOf(f.name) !== f.name) functions.set(f.name, withoutRooms(withoutKnown(f), told, nameOf(f.name)));
  }
}

/** Passes number locals anew. */
function withoutKnown(f: Fn): Fn {
  if (!f.knownRooms) return f;
  const { knownRooms: _, ...rest } = f;
  return rest;
}

/** What is passed on is asked for by who passes it, and so on until nothing is new. */
function askedBy(device: readonly Fn[]): Asked {
  const asked: Asked = new Map(device.flatMap((f) => (f.rooms ? [[f.name, f.rooms]] : [])));
  for (let changed = true; changed; ) {
    changed = false;
    for (const f of device) {
      const own = asked.get(f.name) ?? [];
      const more = [...passedOn(f, asked)].filter((l) => l < paramsOf(f) && !own.includes(l));
      if (more.length === 0) continue;
      asked.set(f.name, [...own, ...more.sort((a, b) => a - b)]);
      changed = true;
    }
  }
  return asked;
}

/** Without those for rooms. */
function paramsOf(f: Fn): number {
  return f.params - (f.rooms?.length ?? 0);
}

/** The locals whose rooms a function must know for its calls. */
function passedOn(f: Fn, asked: Asked): ReadonlySet<number> {
  const found = new Set<number>();
  const want = (e: Expression): void => {
    for (const l of originsOf(e)) found.add(l);
  };
  for (const call of callsThatAsk(f, asked)) for (const p of askedOf(call, asked)) want(call.args[p] ?? unknown);
  if (found.size === 0) return found;
  const known = new Set(f.knownRooms?.map(([address]) => address));
  for (const l of known) found.delete(l);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    eachStatement(f.body, (s) => {
      if (s.kind === 'set' && found.has(s.local)) want(s.value);
    });
    for (const l of known) found.delete(l);
  }
  return found;
}

function callsThatAsk(f: Fn, asked: Asked): Call[] {
  return callsIn(f.body).filter((s): s is Call => s.kind === 'call' && askedOf(s, asked).length > 0);
}

function askedOf(s: Call, asked: Asked): readonly number[] {
  return (s.callee.kind === 'direct' ? asked.get(s.callee.name) : undefined) ?? [];
}

/** The locals that an address is made of. */
function originsOf(e: Expression): readonly number[] {
  if (e.kind === 'local') return [e.index];
  if (e.kind !== 'op') return [];
  if (e.op === 'select') return e.args.slice(1).flatMap(originsOf);
  return e.op === 'offset' || e.op === 'cast.space' ? originsOf(e.args[0]!) : [];
}

function tellRooms(f: Fn, asked: Asked, globals: ReadonlyMap<string, Global>, nameOf: (name: string) => string): Fn {
  const own = asked.get(f.name) ?? [];
  const wanted = passedOn(f, asked);
  if (own.length === 0 && callsThatAsk(f, asked).length === 0) return f;
  const first = paramsOf(f);
  const { locals, body } = withParameters(f, own.length - (f.rooms?.length ?? 0));
  const rooms = new Map(own.map((param, k) => [param, first + k]));
  const moved = (l: number): number => (l < f.params ? l : l + own.length - (f.rooms?.length ?? 0));
  for (const l of [...wanted].map(moved))
    if (!rooms.has(l)) rooms.set(l, locals.push({ name: 'room', type: 'i64' }) - 1);
  for (const [address, room] of f.knownRooms ?? []) rooms.set(moved(address), moved(room));
  const isKnown = new Set(f.knownRooms?.map(([address]) => moved(address)));
  const roomOf = (e: Expression): Expression => roomOfAddress(e, rooms, f, globals);
  const list = (statements: readonly Statement[]): readonly Statement[] =>
    replaceEach(statements, (s) => {
      const inner = changeBodies(s, list);
      const told =
        inner.kind === 'call' && askedOf(inner, asked).length > 0 ? calledWith(inner, asked, nameOf, roomOf) : inner;
      const follow = localsSet(s).flatMap((l): Statement[] => {
        const room = s.kind === 'for' || isKnown.has(l) ? undefined : rooms.get(l);
        return room === undefined
          ? []
          : [{ kind: 'set', local: room, value: s.kind === 'set' ? roomOf(s.value) : unknown }];
      });
      // Before the set, whose value may be made of what it replaces.
      return follow.length === 0 ? told : s.kind === 'set' ? [...follow, told] : [told, ...follow];
    });
  const { rooms: _, ...rest } = f;
  const made = { ...rest, params: first + own.length, locals, body: list(body) };
  return f.kind === 'kernel' && own.length > 0 ? { ...made, rooms: own } : made;
}

/** With so many parameters more, behind the others. */
function withParameters(f: Fn, count: number): { readonly locals: Local[]; readonly body: readonly Statement[] } {
  if (count === 0) return { locals: [...f.locals], body: f.body };
  const moved = (l: number): number => (l < f.params ? l : l + count);
  const expression = (e: Expression): Expression =>
    mapExpression(e, (x) => (x.kind === 'local' && x.index >= f.params ? { ...x, index: moved(x.index) } : x));
  const body = (list: readonly Statement[]): readonly Statement[] =>
    list.map((s) => changeStatement(s, { expression, body, local: moved }));
  const fresh = Array.from({ length: count }, (): Local => ({ name: 'room', type: 'i64' }));
  return { locals: [...f.locals.slice(0, f.params), ...fresh, ...f.locals.slice(f.params)], body: body(f.body) };
}

function calledWith(
  s: Call,
  asked: Asked,
  nameOf: (name: string) => string,
  roomOf: (e: Expression) => Expression,
): Call {
  if (s.callee.kind !== 'direct') return s;
  const rooms = askedOf(s, asked).map((p) => roomOf(s.args[p] ?? unknown));
  return { ...s, callee: { ...s.callee, name: nameOf(s.callee.name) }, args: [...s.args, ...rooms] };
}

/** Bytes from an address to the end of its memory. */
function roomOfAddress(
  e: Expression,
  rooms: ReadonlyMap<number, number>,
  f: Fn,
  globals: ReadonlyMap<string, Global>,
): Expression {
  const again = (x: Expression): Expression => roomOfAddress(x, rooms, f, globals);
  const known = (size: number | undefined): Expression => (size ? i64(size) : unknown);
  switch (e.kind) {
    case 'local': {
      const room = rooms.get(e.index);
      return room === undefined ? unknown : local(room, 'i64');
    }
    case 'global':
      return known(globals.get(e.name)?.size);
    case 'slot':
      return known(f.slots[e.index]?.size);
    case 'op':
      if (e.op === 'cast.space') return again(e.args[0]!);
      if (e.op === 'select') return select(e.args[0]!, again(e.args[1]!), again(e.args[2]!));
      return e.op === 'offset' ? behind(again(baseOf(e)), bytesTo(e)) : unknown;
    case 'const':
    case 'load':
    case 'special':
    case 'function':
    case 'dynamic-shared':
      return unknown;
  }
}

function baseOf(e: Expression): Expression {
  return e.kind === 'op' && e.op === 'offset' ? baseOf(e.args[0]!) : e;
}

function bytesTo(e: Expression): Expression {
  if (e.kind !== 'op' || e.op !== 'offset') return i64(0);
  const before = bytesTo(e.args[0]!);
  return before.kind === 'const' && before.value === 0n ? e.args[1]! : op('add', [before, e.args[1]!]);
}

function behind(room: Expression, bytes: Expression): Expression {
  if (room === unknown) return unknown;
  const left = op('max', [sub(room, bytes), i64(0)]);
  return room.kind === 'const' ? left : select(lt(room, i64(0)), unknown, left);
}

/** For calls by address: nobody knows the rooms. */
function withoutRooms(f: Fn, told: Fn, name: string): Fn {
  const params = f.locals.slice(0, paramsOf(f));
  const results = f.results.map((type): Local => ({ name: 'result', type }));
  const numbers = results.map((_, i) => params.length + i);
  const args = told.locals.slice(0, told.params).map((l, i) => (i < params.length ? local(i, l.type) : unknown));
  const { rooms: _, ...rest } = f;
  return {
    ...rest,
    params: params.length,
    locals: [...params, ...results],
    slots: [],
    body: [
      { kind: 'call', callee: { kind: 'direct', name }, args, results: numbers },
      { kind: 'return', values: numbers.map((l, i) => local(l, f.results[i]!)) },
    ],
  };
}
