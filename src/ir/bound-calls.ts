/**
 * What device code asks of the types of objects: which of their procedures to call, whether one type extends another, how large objects are, how they are copied, with which values they begin, what they free at their end. It calls functions by names of their own, which the
 * linker makes of all type tables of the program: a table's address is compared, nothing of the table is read, so that it may lie in the host's memory.
 */
import type { Span } from '../base/source.ts';
import { bool, i64, local, nullPointer, op, or, select } from './build.ts';
import type { Expression, Fn, Global, Statement } from './module.ts';
import type { ValueType } from './types.ts';

const boundCall = /^bound:(\d+):(.*)$/;
const extendsCall = /^extends:(.*)$/;
const sizeCall = /^size:(.*)$/;
const parentCall = /^parent:$/;
const copyCall = /^copies:(.*)$/;
const startCall = /^starts:$/;
const endCall = /^ends:$/;

/** Where a table holds the bytes of an object. */
const bytesOffset = 8;

/** The function that calls procedure `slot` of an object whose declared type has this table: the procedure's arguments, then the object's table. */
export function boundCallName(table: string, slot: number): string {
  return `bound:${slot}:${table}`;
}

/** The function that tells of a table (or 0) whether its type is the one of `table` or extends it. */
export function extendsCallName(table: string): string {
  return `extends:${table}`;
}

/** The function that gives the bytes of an object of the type of a table: the type of `table`, or one that extends it. */
export function sizeCallName(table: string): string {
  return `size:${table}`;
}

/** The function that copies what an object owns, into another one that has its bytes already; without a `table`, of any type. Arguments: to, from, the object's table. */
export function copyCallName(table: string): string {
  return `copies:${table}`;
}

/** The device function that copies objects of exactly the type of a table; there is none where bytes are all that there is. */
export function copierName(table: string): string {
  return `copier:${table}`;
}

/** The function that gives an object of any type its default values. Arguments: the object, its table. */
export const startCallName = 'starts:';

/** The device function that gives objects of exactly the type of a table their default values; there is none where the type has none. */
export function starterName(table: string): string {
  return `starter:${table}`;
}

/** The function that ends an object of any type: what it owns is freed. Arguments: the object, its table. */
export const endCallName = 'ends:';

/** The device function that ends objects of exactly the type of a table; there is none where there is nothing to do. */
export function enderName(table: string): string {
  return `ender:${table}`;
}

/** The function that gives the table of the type that the type of a table extends, or 0. */
export const parentCallName = 'parent:';

/** Calls of functions that types have by their own names. */
const ofTypes: readonly (readonly [call: RegExp, nameFor: (table: string) => string])[] = [
  [startCall, starterName],
  [endCall, enderName],
  [copyCall, copierName],
];

const typeCalls = [boundCall, extendsCall, sizeCall, parentCall, ...ofTypes.map(([call]) => call)];

export function isTypeCall(name: string): boolean {
  return name.includes(':') && typeCalls.some((is) => is.test(name));
}

/** What such a call takes and gives, and where it is. */
export type TypeCall = {
  readonly name: string;
  readonly params: readonly ValueType[];
  readonly results: readonly ValueType[];
  readonly at: Span;
};

/** Symbols that the function of `call` needs among the tables known so far. */
export function neededBy(call: TypeCall, globals: ReadonlyMap<string, Global>, has: Has): readonly string[] {
  return [...targetsOf(call.name, globals, has).keys()];
}

/** Whether there is a function of this name. */
type Has = (name: string) => boolean;

export function typeCallFunction(call: TypeCall, globals: ReadonlyMap<string, Global>, has: Has): Fn {
  const { params, results } = call;
  const types = [...params, ...results];
  return {
    name: call.name,
    kind: 'device',
    params: params.length,
    results,
    locals: types.map((type, i) => ({ name: `p${i}`, type })),
    slots: [],
    body: bodyOf(call, globals, has),
    at: call.at,
  };
}

function bodyOf(call: TypeCall, globals: ReadonlyMap<string, Global>, has: Has): Statement[] {
  if (extendsCall.test(call.name)) return answer(call, globals);
  if (parentCall.test(call.name)) return parent(call, globals);
  return sizeCall.test(call.name) ? size(call, globals) : dispatch(call, globals, has);
}

function answer(call: TypeCall, globals: ReadonlyMap<string, Global>): Statement[] {
  const wanted = extendsCall.exec(call.name)?.[1] ?? '';
  return [{ kind: 'return', at: call.at, values: [isOneOf(local(0, 'ptr.host'), familyOf(wanted, globals))] }];
}

function size(call: TypeCall, globals: ReadonlyMap<string, Global>): Statement[] {
  const family = familyOf(sizeCall.exec(call.name)?.[1] ?? '', globals);
  const value = family.reduce<Expression>(
    (rest, name) => select(isOneOf(local(0, 'ptr.host'), [name]), i64(bytesIn(globals.get(name))), rest),
    i64(0),
  );
  return [{ kind: 'return', at: call.at, values: [value] }];
}

function parent(call: TypeCall, globals: ReadonlyMap<string, Global>): Statement[] {
  const value = [...globals.values()].reduce<Expression>((rest, g) => {
    const above = g.methods && parentOf(g, globals);
    if (!above) return rest;
    const given: Expression = { kind: 'global', type: 'ptr.host', name: above.name };
    return select(isOneOf(local(0, 'ptr.host'), [g.name]), given, rest);
  }, nullPointer('ptr.host'));
  return [{ kind: 'return', at: call.at, values: [value] }];
}

function bytesIn(table: Global | undefined): bigint {
  const piece = table?.init[0]?.bytes;
  return piece ? new DataView(piece.buffer, piece.byteOffset).getBigInt64(bytesOffset, true) : 0n;
}

/** The procedure that most types share comes first. */
function dispatch(call: TypeCall, globals: ReadonlyMap<string, Global>, has: Has): Statement[] {
  const { at, params, results } = call;
  const table = local(params.length - 1, 'ptr.host');
  const maybeNothing = ofTypes.some(([is]) => is.test(call.name));
  const args = params.slice(0, -1).map((type, i) => local(i, type));
  const places = results.map((_, i) => params.length + i);
  const found = [...targetsOf(call.name, globals, has)].sort((a, b) => b[1].length - a[1].length);
  const none: Statement = {
    kind: 'trap',
    at,
    message: 'no procedure for the device is bound to the type of the object',
  };
  return found.reduce<Statement[]>(
    (otherwise, [name, tables]) => [
      {
        kind: 'if',
        at,
        condition: isOneOf(table, tables),
        then: [
          { kind: 'call', at, callee: { kind: 'direct', name }, args, results: places },
          { kind: 'return', at, values: results.map((type, i) => local(places[i]!, type)) },
        ],
        otherwise,
      },
    ],
    maybeNothing ? [{ kind: 'return', at, values: [] }] : [none],
  );
}

function isOneOf(table: Expression, names: readonly string[]): Expression {
  return names.reduce<Expression>((already, name) => {
    const is = op('eq', [table, { kind: 'global', type: 'ptr.host', name }]);
    return already.kind === 'const' ? is : or(already, is);
  }, bool(false));
}

/** Device functions, and the tables of the types that have them in this place. */
function targetsOf(name: string, globals: ReadonlyMap<string, Global>, has: Has): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  const [, nameFor] = ofTypes.find(([is]) => is.test(name)) ?? [];
  if (nameFor)
    for (const table of familyOf(copyCall.exec(name)?.[1] ?? '', globals))
      if (has(nameFor(table))) targets.set(nameFor(table), [table]);
  const [, slot, of] = boundCall.exec(name) ?? [];
  if (of === undefined) return targets;
  for (const table of familyOf(of, globals)) {
    const target = globals.get(table)?.methods?.[Number(slot)];
    if (target) targets.set(target, [...(targets.get(target) ?? []), table]);
  }
  return targets;
}

/** The table, and those of all types that extend its type. */
function familyOf(table: string, globals: ReadonlyMap<string, Global>): string[] {
  return [...globals.values()]
    .filter((g) => g.methods && (table === '' || descends(g, table, globals)))
    .map((g) => g.name);
}

function descends(g: Global, ancestor: string, globals: ReadonlyMap<string, Global>): boolean {
  for (let at: Global | undefined = g; at; at = parentOf(at, globals)) if (at.name === ancestor) return true;
  return false;
}

/** A table begins with the address of the parent's. */
function parentOf(g: Global, globals: ReadonlyMap<string, Global>): Global | undefined {
  const parent = g.relocations?.find((r) => r.offset === 0);
  return parent && globals.get(parent.symbol);
}
