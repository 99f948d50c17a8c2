/** A unit of C as a module of the IR: its functions for each side they run on, its data. */

import type { Diagnostic } from '../../../base/diagnostic.ts';
import { i32, i64, local, op } from '../../../ir/build.ts';
import type { Extern, Fn, Global, Expression as Ir, Statement as IrStatement, Module } from '../../../ir/module.ts';
import { isPointer as isPointerIr, type ValueType } from '../../../ir/types.ts';
import { someExpressionIn } from '../../../ir/walk.ts';
import { startPrefix } from '../../../machine/symbols.ts';
import { notSupported } from '../errors.ts';
import { isNew } from '../parse/operators.ts';
import type { Expression, FunctionSymbol, Statement, TypeFacts, Unit, VariableSymbol, VirtualTable } from '../tree.ts';
import { alignOf, type Field, isScalar, type Type } from '../types.ts';
import { argumentParts, constructAt, kernelParts, lowerCall, pointersOf, signatureOf } from './calls.ts';
import { partType, storeParts } from './complex-values.ts';
import { condition, place, value } from './expressions.ts';
import { writeField } from './fields.ts';
import { inParts } from './flat.ts';
import { FunctionLowering, type Lowering, NeedsParts, type Place } from './function.ts';
import { globalOf, type Relocated } from './globals.ts';
import { initialisePlace } from './initialise.ts';
import { mainOf } from './main.ts';
import { copyRecord, shifted } from './records.ts';
import { type Mode, memoryType, symbolIn } from './represent.ts';
import { giveBack, statements, whole } from './statements.ts';
import { Tables } from './tables.ts';
import { throwing } from './throws.ts';
import { nothing } from './unwind.ts';

export function lowerUnit(unit: Unit, report: (d: Diagnostic) => void): Module {
  const lowering = new UnitLowering(unit, report);
  return lowering.module();
}

export class UnitLowering implements Relocated, Lowering {
  readonly #unit: Unit;
  readonly #report: (d: Diagnostic) => void;
  readonly #functions = new Map<string, Fn>();
  readonly #globals = new Map<string, Global>();
  readonly #externs = new Map<string, Extern>();
  readonly #texts = new Map<string, string>();
  readonly #queue: (() => void)[] = [];
  readonly #asked = new Set<string>();
  readonly #tables: Tables;
  readonly #throws: (fn: FunctionSymbol) => boolean;
  #counter = 0;

  constructor(unit: Unit, report: (d: Diagnostic) => void) {
    this.#unit = unit;
    this.#report = report;
    this.#tables = new Tables(this);
    this.#throws = throwing(unit);
  }

  get thrown(): VariableSymbol | undefined {
    return this.#unit.thrown;
  }

  get escaped(): FunctionSymbol | undefined {
    return this.#unit.escaped;
  }

  get atEnd(): FunctionSymbol | undefined {
    return this.#unit.atEnd;
  }

  mayThrow(fn: FunctionSymbol | undefined): boolean {
    return this.thrown !== undefined && (fn === undefined || this.#throws(fn));
  }

  get path(): string {
    return this.#unit.path;
  }

  tableSymbol(t: VirtualTable, mode: Mode): string {
    return this.#tables.table(t, mode);
  }

  factsSymbol(f: TypeFacts): string {
    return this.#tables.facts(f);
  }

  destructorOf(type: Type): FunctionSymbol | undefined {
    return this.#unit.destructorOf(type);
  }

  module(): Module {
    for (const fn of this.#unit.functions) {
      if (!fn.body || fn.internal || (fn.inline && !fn.kept)) continue;
      for (const mode of modesOf(fn)) this.ask(fn, mode);
    }
    for (const v of this.#unit.variables) if (v.defined && !v.internal && v.placement !== 'dynamic-shared') this.use(v);
    for (let run = this.#queue.shift(); run; run = this.#queue.shift()) run();
    const main = this.#unit.functions.find((fn) => fn.symbol === 'main' && fn.body);
    if (main) {
      const starts = this.#starts();
      for (const fn of mainOf(main, starts, this)) this.#functions.set(fn.name, fn);
    }
    if (!main && this.#unit.starts.length > 0) {
      const f = this.#starts();
      const { at } = this.#unit.starts[0]!;
      f.emit({ kind: 'return', values: [] });
      const name = `${startPrefix}${this.#unit.path}`;
      const { locals, slots, out: body } = f;
      this.#functions.set(name, { name, kind: 'host', params: 0, results: [], locals, slots, body, at });
    }
    for (let run = this.#queue.shift(); run; run = this.#queue.shift()) run();
    return {
      name: this.#unit.path,
      functions: [...this.#functions.values()],
      globals: [...this.#globals.values()],
      externs: [...this.#externs.values()].filter((e) => !this.#functions.has(e.name)),
    };
  }

  #starts(): FunctionLowering {
    const at = this.#unit.functions[0]?.at ?? this.#unit.starts[0]!.at;
    const f = new FunctionLowering(this, undefined, 'host', at, this.#report);
    for (const v of this.#unit.starts) {
      f.at = v.at;
      const { initial } = v;
      if (initial)
        whole(f, () =>
          initialisePlace(
            f,
            place(f, { kind: 'variable', variable: v, type: v.type, at: v.at, lvalue: true }),
            initial,
            v.type,
          ),
        );
    }
    return f;
  }

  /** Its code for that side is wanted. */
  ask(fn: FunctionSymbol, mode: Mode): void {
    const name = fn.sides.kernel ? fn.symbol : symbolIn(fn, mode);
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    this.#queue.push(() => this.#function(fn, fn.sides.kernel ? 'device' : mode, name));
  }

  #function(fn: FunctionSymbol, mode: Mode, name: string): void {
    try {
      this.#functionAs(fn, mode, name, (f, body) => statements(f, [body]));
    } catch (problem) {
      if (!(problem instanceof NeedsParts)) throw problem;
      this.#withParts(fn, mode, name);
    }
  }

  #withParts(fn: FunctionSymbol, mode: Mode, name: string): void {
    try {
      this.#functionAs(fn, mode, name, inParts);
    } catch (problem) {
      if (!(problem instanceof NeedsParts)) throw problem;
      this.#report(notSupported('a jump into a statement within an expression', fn.at));
    }
  }

  #functionAs(
    fn: FunctionSymbol,
    mode: Mode,
    name: string,
    lowerBody: (f: FunctionLowering, body: Statement) => void,
  ): void {
    const f = new FunctionLowering(this, fn, mode, fn.at, this.#report);
    const signature = fn.sides.kernel ? kernelParameters(f, fn) : parameters(f, fn);
    const { params, results } = signature;
    const body = f.collect(() => {
      signature.bind();
      if (fn.body) lowerBody(f, fn.body);
      f.at = fn.at;
      f.living.length = 0;
      if (!endsInReturn(f.out)) giveBack(f);
      if (!endsInReturn(f.out)) f.emit({ kind: 'return', values: nothing(f) });
    });
    const isMain = fn.symbol === 'main' && mode === 'host';
    this.#functions.set(isMain ? 'main@c' : name, {
      name: isMain ? 'main@c' : name,
      kind: fn.sides.kernel ? 'kernel' : mode,
      params: params.length,
      results,
      locals: f.locals,
      slots: f.slots,
      body: [
        ...[...f.taken, ...(f.blocks === undefined ? [] : [f.blocks])].map(
          (index): IrStatement => ({ kind: 'set', local: index, value: i64(0), at: fn.at }),
        ),
        ...f.flags.map((index): IrStatement => ({ kind: 'set', local: index, value: i32(0), at: fn.at })),
        ...body,
      ],
      at: fn.at,
      ...(fn.launchBounds && { launchBounds: fn.launchBounds }),
      ...(fn.inline && !fn.internal && { shareable: true }),
      ...(fn.sides.kernel && { nulls: true, arguments: argumentParts(fn.type.params), ...overlappingIn(fn, body) }),
      ...(fn.lands && { lands: true }),
      bytewise: true,
    });
  }

  /** As the callee of a call. */
  useFunction(fn: FunctionSymbol, mode: Mode, params: readonly ValueType[], results: readonly ValueType[]): void {
    fn.pending?.();
    if (fn.body) {
      this.ask(fn, mode);
      return;
    }
    const pointers = mode === 'host' ? pointersOf(fn.type) : [];
    this.extern(fn.sides.kernel ? fn.symbol : symbolIn(fn, mode), params, results, 'object', pointers);
  }

  extern(
    name: string,
    params: readonly ValueType[],
    results: readonly ValueType[],
    from: Extern['from'] = 'object',
    pointers: readonly number[] = [],
  ): void {
    // Where the address alone is taken nothing is said of parameters.
    if ((this.#externs.get(name)?.params.length ?? -1) >= params.length) return;
    this.#externs.set(name, { name, from, params, results, ...(pointers.length > 0 && { pointers }) });
  }

  /** A function as a value. Those of other units may take addresses of another kind: one of ours calls them. */
  functionAddress(f: FunctionLowering, fn: FunctionSymbol): Ir {
    fn.pending?.();
    if (fn.sides.kernel || f.mode === 'device') {
      this.useFunction(fn, 'device', [], []);
      const name = fn.sides.kernel ? fn.symbol : symbolIn(fn, 'device');
      const pointer: Ir = { kind: 'function', type: f.mode === 'host' ? 'ptr.host' : 'ptr.generic', name };
      return f.mode === 'host' ? op('to.address', [pointer]) : pointer;
    }
    const name = this.functionSymbol(fn);
    return op('to.address', [{ kind: 'function', type: 'ptr.host', name }]);
  }

  functionSymbolIn(fn: FunctionSymbol, mode: Mode): string {
    if (mode === 'host') return this.functionSymbol(fn);
    this.useFunction(fn, 'device', [], []);
    return fn.sides.kernel ? fn.symbol : symbolIn(fn, 'device');
  }

  functionSymbol(fn: FunctionSymbol): string {
    if (fn.body || fn.pending) {
      fn.pending?.();
      this.ask(fn, 'host');
      return fn.symbol === 'main' ? 'main@c' : fn.symbol;
    }
    const { params, results } = signatureOf(fn.type, 'host');
    this.extern(fn.symbol, params, results);
    const name = `${fn.symbol}@${this.#unit.path}`;
    this.#functions.set(name, shell(name, fn, params, results));
    return name;
  }

  /** A variable that lies in memory all the time. */
  use(v: VariableSymbol): void {
    const known = this.#globals.get(v.symbol);
    if (known && (known.linkage !== 'extern' || !v.defined)) return;
    // Its first value may ask for it again.
    const linkage = v.defined ? 'define' : 'extern';
    this.#globals.set(v.symbol, { name: v.symbol, placement: 'host', size: 0, align: 1, linkage, init: [] });
    this.#globals.set(v.symbol, globalOf(v, this));
  }

  /** Address of a constant text; equal ones are one. */
  text(f: FunctionLowering, bytes: Uint8Array, type: Type): Ir {
    const name = this.textSymbol(bytes, f.mode, alignOf(type));
    return { kind: 'global', type: f.mode === 'host' ? 'ptr.host' : 'ptr.global', name };
  }

  textSymbol(bytes: Uint8Array, mode: Mode, align = 1): string {
    const key = `${mode}${align}${String.fromCharCode(...bytes)}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const name = this.newName('text');
    this.#texts.set(key, name);
    this.#globals.set(name, {
      name,
      placement: mode === 'host' ? 'host' : 'global',
      size: bytes.length,
      align: Math.max(align, 8),
      linkage: 'define',
      init: [{ offset: 0, bytes }],
    });
    return name;
  }

  newName(word: string): string {
    return `${this.#unit.path}.${word}.${++this.#counter}`;
  }

  /** A function that the compiler writes itself. */
  needFunction(fn: () => Fn, name: string): void {
    if (!this.#functions.has(name)) this.#functions.set(name, fn());
  }

  addGlobal(g: Global): void {
    this.#globals.set(g.name, g);
  }

  value(f: FunctionLowering, e: Expression): Ir {
    return value(f, e);
  }

  place(f: FunctionLowering, e: Expression): Place {
    return place(f, e);
  }

  statements(f: FunctionLowering, list: readonly Statement[]): void {
    statements(f, list);
  }

  /** A first value into its place. */
  put(f: FunctionLowering, at: Place, type: Type, e: Expression, field?: Field): void {
    if (type.kind === 'record' || type.kind === 'array') {
      if (e.kind === 'construct') {
        constructAt(f, at, e);
        return;
      }
      if (e.kind === 'object' && e.type.kind === type.kind) {
        initialisePlace(f, at, e.initial, type);
        return;
      }
      if (e.kind === 'call' && type.kind === 'record') {
        const fixed = { ...at, pointer: f.keep(at.pointer) };
        lowerCall(f, e, false, fixed);
        return;
      }
      if (e.kind === 'conditional' && isNew(e)) {
        this.#putChosen(f, at, type, e);
        return;
      }
      const from = place(f, e);
      copyRecord(f, at, from, type);
      return;
    }
    const v = value(f, e);
    if (field?.bits) {
      writeField(f, at, type, field, v);
      return;
    }
    f.store(memoryType(type, f.mode), at, v);
  }

  /** The object is made by one of two expressions. */
  #putChosen(f: FunctionLowering, at: Place, type: Type, e: Expression & { readonly kind: 'conditional' }): void {
    const fixed = { ...at, pointer: f.keep(at.pointer) };
    const c = condition(f, e.condition);
    const [then, otherwise] = [e.then, e.otherwise].map((arm) => f.branch(() => this.put(f, fixed, type, arm)));
    f.emit({ kind: 'if', condition: c, then: then!, otherwise: otherwise! });
  }
}

function modesOf(fn: FunctionSymbol): readonly Mode[] {
  if (fn.sides.kernel) return ['device'];
  return [...(fn.sides.host ? (['host'] as const) : []), ...(fn.sides.device ? (['device'] as const) : [])];
}

type Parameters = {
  readonly params: readonly ValueType[];
  readonly results: readonly ValueType[];
  readonly bind: () => void;
};

/** Scalars in locals; those whose address is taken are put into memory at once. */
function parameters(f: FunctionLowering, fn: FunctionSymbol): Parameters {
  const { params, results } = signatureOf(fn.type, f.mode);
  const isComplex = partType(fn.type.result) !== undefined;
  const isRecord = fn.type.result.kind === 'record' && !isComplex;
  const first = isRecord ? 1 : 0;
  if (isRecord) {
    f.newLocal('result', params[0]!);
    f.fixed(0);
    f.resultPlace = local(0, params[0]!);
  }
  if (isComplex) f.resultPlace = f.addressOf(f.slotFor('result', fn.type.result));
  const named = fn.params.flatMap((v) => (partType(v.type) ? [v.name, v.name] : [v.name]));
  for (const [i, type] of params.slice(first).entries()) f.newLocal(named[i] ?? 'rest', type);
  if (fn.type.variadic) f.rest = local(params.length - 1, params.at(-1)!);
  const bind = (): void => {
    let index = first;
    for (const v of fn.params) {
      const given = local(index, params[index]!);
      const part = partType(v.type);
      if (part) {
        const at = f.slotFor(v.name, v.type, v.align);
        f.bind(v, { place: at });
        storeParts(f, part, at, [given, local(index + 1, part)]);
        index++;
      } else if (v.type.kind === 'record') f.bind(v, { place: f.placeAt(given) });
      else if (v.inMemory) {
        const at = f.slotFor(v.name, v.type, v.align);
        f.bind(v, { place: at });
        f.store(memoryType(v.type, f.mode), at, given);
      } else f.bind(v, { local: index });
      index++;
    }
  };
  return { params, results, bind };
}

/** A kernel's structures come in parts. */
/** Pointers of C may lead to the same memory, and to variables, but for those that say they do not. */
function overlappingIn(fn: FunctionSymbol, body: readonly IrStatement[]): { readonly overlapping?: readonly number[] } {
  const parts = fn.params.flatMap(({ type }) =>
    kernelParts(type).map((part) => ({ part, isRestricted: type.kind === 'pointer' && type.restrict === true })),
  );
  const isPointer = ({ part }: (typeof parts)[number]): boolean => isPointerIr(part.type);
  const overlapping = parts.flatMap((p, i) => (isPointer(p) && !p.isRestricted ? [i] : []));
  const namesVariables = (): boolean => someExpressionIn(body, (e) => e.kind === 'global' && e.type === 'ptr.global');
  const mayMeet = overlapping.length > 0 && (parts.filter(isPointer).length > 1 || namesVariables());
  return mayMeet ? { overlapping } : {};
}

function kernelParameters(f: FunctionLowering, fn: FunctionSymbol): Parameters {
  const all = fn.params.map((v) => ({ v, parts: kernelParts(v.type), first: 0 }));
  const params: ValueType[] = [];
  for (const one of all) {
    one.first = params.length;
    for (const part of one.parts) {
      f.newLocal(one.v.name, part.type);
      params.push(part.type);
    }
  }
  const bind = (): void => {
    for (const { v, parts, first } of all) {
      if (isScalar(v.type) && !v.inMemory) {
        bindScalar(f, v, first, params[first]!);
        continue;
      }
      const at = f.slotFor(v.name, v.type, v.align);
      f.bind(v, { place: at });
      for (const [i, part] of parts.entries()) {
        const given = local(first + i, part.type);
        const isAddress = isPointerIr(part.type);
        f.store(
          isAddress ? 'ptr.generic' : part.memory,
          shifted(at, part.offset),
          isAddress ? op('cast.space', [given], 'ptr.generic') : given,
        );
      }
    }
  };
  return { params, results: [], bind };
}

function bindScalar(f: FunctionLowering, v: VariableSymbol, index: number, type: ValueType): void {
  if (!isPointerIr(type)) {
    f.bind(v, { local: index });
    return;
  }
  const own = f.newLocal(v.name, 'ptr.generic');
  f.emit({ kind: 'set', local: own, value: op('cast.space', [local(index, type)], 'ptr.generic') });
  f.bind(v, { local: own });
}

function endsInReturn(list: readonly IrStatement[]): boolean {
  return list.at(-1)?.kind === 'return';
}

function shell(name: string, fn: FunctionSymbol, params: readonly ValueType[], results: readonly ValueType[]): Fn {
  const locals = [...params, ...results].map((type, i) => ({ name: `a${i}`, type }));
  return {
    name,
    kind: 'host',
    params: params.length,
    results,
    locals,
    slots: [],
    body: [
      {
        kind: 'call',
        callee: { kind: 'direct', name: fn.symbol },
        args: params.map((type, i) => local(i, type)),
        results: results.map((_, i) => params.length + i),
        at: fn.at,
      },
      { kind: 'return', values: results.map((type, i) => local(params.length + i, type)), at: fn.at },
    ],
    at: fn.at,
  };
}
