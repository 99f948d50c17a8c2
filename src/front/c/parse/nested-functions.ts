/**
 * GCC's functions within functions. The function around keeps a frame: the addresses of what those within use of it. It passes the frame as their first argument; one whose address
 * is taken is called through a function without it (a thunk), of which there are several, each for one frame at a time.
 */
import type { Span } from '../../../base/source.ts';
import type { Expression, FunctionSymbol, Statement, VariableSymbol } from '../tree.ts';
import {
  arrayOf,
  type FunctionType,
  long,
  newRecord,
  pointerTo,
  recordOf,
  type Type,
  unqualified,
  voidType,
} from '../types.ts';
import { converted } from './convert.ts';
import { numberOf } from './numbers.ts';
import type { Around, Frame, FunctionContext, Parser } from './parser.ts';
import { newVariable, variableUse } from './variables.ts';

const address = pointerTo(voidType);
const chainType = pointerTo(address);

export const isOfFunction = (v: VariableSymbol): boolean => v.placement === 'automatic' || v.placement === 'parameter';

const addressOf = (of: Expression): Expression => ({ kind: 'address', of, type: address, at: of.at });

export const newChain = (at: Span): VariableSymbol => newVariable('', 'frame', at, chainType, 'parameter');

/** With the frame as its first parameter. */
export function withChain(fn: FunctionSymbol, chain: VariableSymbol): void {
  fn.type = { ...fn.type, params: [chainType, ...fn.type.params] };
  fn.params = [chain, ...fn.params];
}

/** The names of such a function and of its thunks are the unit's own. */
export function nestedSymbol(p: Parser, name: string): string {
  return `${p.fn?.fn?.symbol.replace(/@.*/, '') ?? ''}.${name}.${p.unique()}@${p.path}`;
}

/** A variable of a function around, as the function that is read has it. */
export function captured(context: FunctionContext, v: VariableSymbol, at: Span): Expression | undefined {
  if (v.home === context) return variableUse(v, at);
  const { around } = context;
  const found = around && captured(around.context, v, at);
  if (!found) return undefined;
  if (found.kind === 'variable') v.inMemory = true;
  const { index } = entryOf(around.context, v, addressOf(found), v.size !== undefined, at);
  return {
    kind: 'dereference',
    of: { ...loaded(around, index, at), type: pointerTo(v.type) },
    type: v.type,
    at,
    lvalue: true,
  };
}

/** The frame of the function that the nested one stands in. */
export function frameFor(context: FunctionContext, home: object, at: Span): Expression | undefined {
  if (context === home) return { ...addressOf(variableUse(frameOf(context, at).variable, at)), type: chainType };
  const { around } = context;
  if (!around) return undefined;
  if (around.context === home) return variableUse(around.chain, at);
  const further = frameFor(around.context, home, at);
  if (!further) return undefined;
  const { index } = entryOf(around.context, home, further, false, at);
  return { ...loaded(around, index, at), type: chainType };
}

const loaded = ({ chain }: Around, index: number, at: Span): Expression =>
  cellAt(variableUse(chain, at), index, address, at);

/** A cell of an array of addresses. */
function cellAt(pointer: Expression, index: number, type: Type, at: Span): Expression {
  const by = numberOf(BigInt(index), long, { at });
  const moved: Expression = { kind: 'move', pointer, by, type: chainType, at };
  return { kind: 'dereference', of: moved, type, at, lvalue: true };
}

function frameOf(context: FunctionContext, at: Span): Frame {
  if (context.frame) return context.frame;
  const record = newRecord('struct', 'frame', at);
  Object.assign(record, { size: 8, align: 8, complete: true });
  const variable = newVariable('frame', 'frame', at, recordOf(record), 'automatic');
  variable.home = context;
  variable.inMemory = true;
  context.frame = { variable, record, entries: new Map() };
  return context.frame;
}

function entryOf(
  context: FunctionContext,
  key: object,
  value: Expression,
  isLate: boolean,
  at: Span,
): { readonly index: number } {
  const { entries, record } = frameOf(context, at);
  const known = entries.get(key);
  if (known) return known;
  const made = { index: entries.size + 1, address: value, isLate };
  entries.set(key, made);
  record.size = 8 * (made.index + 1);
  return made;
}

/** At the begin of the function around; the addresses of arrays whose sizes a run knows are put in where the function within stands. */
export function frameStatements(context: FunctionContext, at: Span): Statement[] {
  const { frame } = context;
  if (!frame) return [];
  const none = numberOf(0n, long, { at });
  return [
    { kind: 'variable', variable: frame.variable, at },
    put(context, 0, none, at),
    ...entryStatements(context, 0, false, at),
  ];
}

/** From that number of entries on. */
export function entryStatements(context: FunctionContext, from: number, isLate: boolean, at: Span): Statement[] {
  return [...(context.frame?.entries.values() ?? [])].flatMap((e) =>
    e.index > from && e.isLate === isLate ? [put(context, e.index, e.address, at)] : [],
  );
}

function put(context: FunctionContext, index: number, value: Expression, at: Span): Statement {
  const frame: Expression = { ...addressOf(variableUse(context.frame!.variable, at)), type: chainType };
  const to = cellAt(frame, index, address, at);
  const given = value.kind === 'number' ? converted(value, address) : { ...value, type: address };
  return { kind: 'expression', value: { kind: 'assign', to, value: given, type: address, at }, at };
}

/** So many frames may hand out the address of one function at a time. */
const most = 64;

type Pool = { readonly slots: VariableSymbol; readonly table: VariableSymbol };

const pools = new WeakMap<FunctionSymbol, Pool>();

/** The function as a value: a thunk for the frame at hand. */
export function nestedAddress(p: Parser, fn: FunctionSymbol, at: Span): Expression | undefined {
  const { fn: context } = p;
  const frame = context && fn.nestedIn ? frameFor(context, fn.nestedIn, at) : undefined;
  const [take, end] = ['__cufort_nested', '__cufort_nested_end'].map((name) => {
    const found = p.file.names.get(name);
    return found?.kind === 'functions' ? found.list[0] : undefined;
  });
  if (!frame || !take || !end) return undefined;
  const home = fn.nestedIn as FunctionContext;
  if (home.frame) home.frame.variable.destroy = end;
  p.needs(take);
  p.needs(end);
  const { slots, table } = poolOf(p, fn, at);
  const args = [
    frame,
    addressOf(variableUse(slots, at)),
    { ...addressOf(variableUse(table, at)), type: chainType },
    numberOf(BigInt(most), take.type.params[3]!, { at }),
  ];
  const callee: Expression = { kind: 'function', fn: take, type: take.type, at, lvalue: true };
  const type = plainType(fn);
  const of: Expression = { kind: 'call', callee, args, type: pointerTo(type), at };
  return { kind: 'dereference', of, type, at, lvalue: true };
}

/** As it was written. */
const plainType = (fn: FunctionSymbol): FunctionType => ({ ...fn.type, params: fn.type.params.slice(1) });

function poolOf(p: Parser, fn: FunctionSymbol, at: Span): Pool {
  const known = pools.get(fn);
  if (known) return known;
  const own = (word: string, of: Type): VariableSymbol => {
    const v = newVariable(
      word,
      fn.symbol.replace(/@/, `.${word}@`),
      at,
      arrayOf(of, word === 'slots' ? 2 * most : most),
      'static',
    );
    Object.assign(v, { internal: true, inMemory: true });
    p.variables.push(v);
    return v;
  };
  const pool: Pool = { slots: own('slots', address), table: own('table', address) };
  pools.set(fn, pool);
  const thunks = Array.from({ length: most }, (_, i) => thunkOf(p, fn, pool.slots, i, at));
  const parts = thunks.map((thunk, i) => {
    const of: Expression = { kind: 'function', fn: thunk, type: thunk.type, at, lvalue: true };
    return { offset: 8 * i, type: address, value: addressOf(of) };
  });
  pool.table.initial = { kind: 'list', parts, size: 8 * most };
  return pool;
}

function thunkOf(p: Parser, fn: FunctionSymbol, slots: VariableSymbol, i: number, at: Span): FunctionSymbol {
  const type = plainType(fn);
  const params = type.params.map((t, n) => newVariable(`a${n}`, `a${n}`, at, t, 'parameter'));
  const first: Expression = { ...addressOf(variableUse(slots, at)), type: chainType };
  const chain = cellAt(first, 2 * i, chainType, at);
  const callee: Expression = { kind: 'function', fn, type: fn.type, at, lvalue: true };
  const value: Expression = {
    kind: 'call',
    callee,
    args: [chain, ...params.map((v) => variableUse(v, at))],
    type: unqualified(type.result),
    at,
  };
  const isVoid = type.result.kind === 'void';
  const body: Statement = isVoid ? { kind: 'expression', value, at } : { kind: 'return', value, at };
  const symbol = fn.symbol.replace(/@/, `.thunk${i}@`);
  for (const v of params) v.inMemory = v.type.kind === 'record';
  const thunk: FunctionSymbol = { ...fn, symbol, type, params, body, pending: undefined };
  p.functions.push(thunk);
  return thunk;
}
