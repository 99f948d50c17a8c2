/** Checks a module: types, labels, indices, names. Where it finds nothing, no back end may fail. */
import { impossible } from '../base/impossible.ts';
import type { Callee, Expression, Fn, Module, Statement } from './module.ts';
import { type Operation, operations } from './operations.ts';
import { isPointer, loadedType, type ValueType } from './types.ts';
import { unsetReads } from './unset-reads.ts';
import { eachStatement } from './walk.ts';

export type Fault = { readonly where: string; readonly what: string };

const rows: Readonly<Record<string, Operation>> = operations;

export function verifyModule(module: Module): Fault[] {
  const faults: Fault[] = [];
  const names: Names = {
    globals: new Set(module.globals.map((g) => g.name)),
    callables: callablesOf(module),
  };
  for (const f of module.functions) {
    const report = (what: string): void => void faults.push({ where: f.name, what });
    verifyFunction(f, names, report);
    const twice = standsTwice(f);
    if (twice) report(`the same ${twice.kind} stands twice`);
  }
  return faults;
}

/** What functions may name. */
export type Names = {
  readonly globals: Pick<ReadonlySet<string>, 'has'>;
  readonly callables: Pick<ReadonlyMap<string, Callable>, 'get' | 'has'>;
};
export type Callable = { readonly params: readonly ValueType[]; readonly results: readonly ValueType[] };

function callablesOf(module: Module): Map<string, Callable> {
  const callables = new Map<string, Callable>(module.externs.map((e) => [e.name, e]));
  for (const f of module.functions) callables.set(f.name, callableOf(f));
  return callables;
}

/** What calls and launches give. */
export function callableOf(f: Fn): Callable {
  return { params: f.locals.slice(0, f.params - (f.rooms?.length ?? 0)).map((l) => l.type), results: f.results };
}

/** What passes look for before and behind them: what one leaves is what the next is given. */
const found = new WeakMap<Fn['body'], Found>();
type Found = { readonly unset: ReadonlySet<number>; readonly twice: Statement | undefined };

function foundIn(fn: Fn): Found {
  const before = found.get(fn.body);
  if (before) return before;
  const made = { unset: unsetReads(fn), twice: standsTwice(fn) };
  found.set(fn.body, made);
  return made;
}

/** A statement that stands in two places: analyses keep what they find by object. */
function standsTwice(fn: Fn): Statement | undefined {
  const seen = new Set<Statement>();
  let twice: Statement | undefined;
  eachStatement(fn.body, (s) => {
    if (seen.has(s)) twice ??= s;
    seen.add(s);
  });
  return twice;
}

/** Faults of a function by itself. `before`: the same function before a pass, which may not have made more reads of what no path sets than there were, nor put a statement in two places. */
export function verifyPass(fn: Fn, before: Fn | undefined, names: Names): Fault[] {
  const faults: Fault[] = [];
  const report = (what: string): void => {
    faults.push({ where: fn.name, what });
  };
  verifyFunction(fn, names, report);
  if (!before) return faults;
  const [old, now] = [foundIn(before), foundIn(fn)];
  const l = [...now.unset].find((x) => !old.unset.has(x));
  if (now.unset.size > old.unset.size && l !== undefined)
    report(`local ${l} (${fn.locals[l]?.name}) is read where nothing sets it`);
  if (now.twice && !old.twice) report(`the same ${now.twice.kind} stands twice`);
  return faults;
}

type Report = (what: string) => void;
type Context = {
  readonly fn: Fn;
  readonly names: Names;
  readonly report: Report;
  readonly breaks: ReadonlySet<string>;
  readonly continues: ReadonlySet<string>;
};

function verifyFunction(fn: Fn, names: Names, report: Report): void {
  if (fn.params > fn.locals.length) report('more parameters than locals');
  if (fn.kind === 'kernel' && fn.results.length > 0) report('a kernel gives results');
  const nothing: ReadonlySet<string> = new Set();
  verifyBody(fn.body, { fn, names, report, breaks: nothing, continues: nothing });
}

function verifyBody(body: readonly Statement[], c: Context): void {
  for (const s of body) verifyStatement(s, c);
}

function verifyStatement(s: Statement, c: Context): void {
  const is = (e: Expression, ...types: ValueType[]) => wants(e, types, s.kind, c);
  const sets = (local: number, type: ValueType) => localIs(local, type, s.kind, c);
  switch (s.kind) {
    case 'set':
      checkExpression(s.value, c);
      sets(s.local, s.value.type);
      return;
    case 'store':
      pointer(s.to, s.kind, c);
      is(s.value, loadedType(s.memory));
      return;
    case 'if':
      is(s.condition, 'bool');
      verifyBody(s.then, c);
      verifyBody(s.otherwise, c);
      return;
    case 'loop':
      verifyBody(s.body, { ...c, breaks: fresh(s.label, c.breaks, c), continues: new Set([...c.continues, s.label]) });
      return;
    case 'for':
      is(s.from, 'i32', 'i64');
      is(s.trips, 'i32', 'i64');
      is(s.step, s.from.type);
      sets(s.local, s.from.type);
      verifyBody(s.body, { ...c, breaks: fresh(s.label, c.breaks, c), continues: new Set([...c.continues, s.label]) });
      return;
    case 'block':
      verifyBody(s.body, { ...c, breaks: fresh(s.label, c.breaks, c) });
      return;
    case 'switch':
      is(s.value, 'i32');
      for (const one of s.cases) verifyBody(one.body, c);
      verifyBody(s.otherwise, c);
      return;
    case 'break':
      if (!c.breaks.has(s.label)) c.report(`break of ${s.label}, which is not around it`);
      return;
    case 'continue':
      if (!c.continues.has(s.label)) c.report(`continue of ${s.label}, which is not a loop around it`);
      return;
    case 'return':
      agree(s.values, c.fn.results, 'return', c);
      return;
    case 'call': {
      const signature = signatureOf(s.callee, c);
      if (!signature) return;
      agree(s.args, signature.params, `call of ${nameOf(s.callee)}`, c);
      if (s.results.length !== signature.results.length)
        c.report(`call of ${nameOf(s.callee)} takes ${s.results.length} results of ${signature.results.length}`);
      for (const [i, local] of s.results.entries()) sets(local, signature.results[i] ?? 'i32');
      return;
    }
    case 'launch': {
      for (const e of [...s.grid, ...s.block, s.shared]) is(e, 'i32');
      is(s.stream, 'i64');
      const signature = signatureOf(s.kernel, c);
      if (signature) agree(s.args, signature.params, `launch of ${nameOf(s.kernel)}`, c);
      return;
    }
    case 'copy':
      pointer(s.to, s.kind, c);
      pointer(s.from, s.kind, c);
      is(s.bytes, 'i64');
      return;
    case 'fill':
      pointer(s.to, s.kind, c);
      is(s.byte, 'i32');
      is(s.bytes, 'i64');
      return;
    case 'barrier':
      if (s.reduce) {
        is(s.reduce.value, 'bool');
        sets(s.reduce.result, 'i32');
      }
      if (s.mask) is(s.mask, 'i32');
      return;
    case 'fence':
    case 'trap':
      return;
    case 'atomic':
      pointer(s.to, s.kind, c);
      for (const a of s.args) is(a, loadedType(s.memory));
      if (s.args.length !== (s.how === 'cas' ? 2 : 1)) c.report(`atomic ${s.how} with ${s.args.length} arguments`);
      if (s.result !== undefined) sets(s.result, loadedType(s.memory));
      return;
    case 'warp':
      for (const a of s.args) checkExpression(a, c);
      localExists(s.result, s.kind, c);
      if (s.result2 !== undefined) localExists(s.result2, s.kind, c);
      return;
    case 'read-clock':
      sets(s.result, s.clock === 'clock' ? 'i32' : 'i64');
      return;
    case 'print':
      for (const item of s.items) {
        if (item.kind === 'complex') [item.re, item.im].forEach((e) => void is(e, 'f32', 'f64'));
        else if (item.kind === 'string') is(item.length, 'i64', 'i32');
        else if ('value' in item) is(item.value, 'i32', 'i64', 'f32', 'f64', 'bool');
      }
      return;
    default:
      impossible(s);
  }
}

function checkExpression(e: Expression, c: Context): void {
  switch (e.kind) {
    case 'const':
      if (!valueFits(e)) c.report(`constant ${String(e.value)} of type ${e.type}`);
      return;
    case 'local':
      localIs(e.index, e.type, 'use', c);
      return;
    case 'op':
      for (const a of e.args) checkExpression(a, c);
      if (!rows[e.op]?.signatures.some((s) => fitsAll(s.takes, e.args) && fits(s.gives, e.type)))
        c.report(`no operation ${e.op}(${e.args.map((a) => a.type).join(', ')}) giving ${e.type}`);
      return;
    case 'load':
      pointer(e.from, 'load', c);
      if (loadedType(e.memory) !== e.type) c.report(`load of ${e.memory} as ${e.type}`);
      return;
    case 'global':
      if (!c.names.globals.has(e.name)) c.report(`no global ${e.name}`);
      return;
    case 'function':
      if (!c.names.callables.has(e.name)) c.report(`no function ${e.name}`);
      return;
    case 'slot':
      if (!c.fn.slots[e.index]) c.report(`no slot ${e.index}`);
      return;
    case 'special':
      if (c.fn.kind === 'host') c.report(`${e.name} in host code`);
      return;
    case 'dynamic-shared':
      if (c.fn.kind === 'host') c.report('dynamic shared memory in host code');
      return;
    default:
      impossible(e);
  }
}

function valueFits(e: Expression & { readonly kind: 'const' }): boolean {
  switch (e.type) {
    case 'bool':
      return typeof e.value === 'boolean';
    case 'i32':
      return typeof e.value === 'number' && (e.value | 0) === e.value;
    case 'f32':
      return typeof e.value === 'number' && (Number.isNaN(e.value) || Math.fround(e.value) === e.value);
    case 'f64':
      return typeof e.value === 'number';
    default:
      return typeof e.value === 'bigint' && BigInt.asIntN(64, e.value) === e.value;
  }
}

function fitsAll(takes: readonly (ValueType | 'pointer')[], args: readonly Expression[]): boolean {
  return takes.length === args.length && takes.every((t, i) => fits(t, args[i]!.type));
}

function fits(wanted: ValueType | 'pointer', type: ValueType): boolean {
  return wanted === type || (wanted === 'pointer' && isPointer(type));
}

function wants(e: Expression, types: readonly ValueType[], where: string, c: Context): void {
  checkExpression(e, c);
  if (!types.includes(e.type)) c.report(`${where}: ${e.type} where ${types.join(' or ')} belongs`);
}

function pointer(e: Expression, where: string, c: Context): void {
  checkExpression(e, c);
  if (!isPointer(e.type)) c.report(`${where}: ${e.type} where an address belongs`);
}

function localIs(index: number, type: ValueType, where: string, c: Context): void {
  const local = c.fn.locals[index];
  if (!local) c.report(`${where}: no local ${index}`);
  else if (local.type !== type) c.report(`${where}: local ${index} (${local.name}) is ${local.type}, not ${type}`);
}

function localExists(index: number, where: string, c: Context): void {
  if (!c.fn.locals[index]) c.report(`${where}: no local ${index}`);
}

function fresh(label: string, labels: ReadonlySet<string>, c: Context): ReadonlySet<string> {
  if (labels.has(label)) c.report(`label ${label} within itself`);
  return new Set([...labels, label]);
}

function agree(values: readonly Expression[], types: readonly ValueType[], where: string, c: Context): void {
  if (values.length !== types.length) c.report(`${where}: ${values.length} values for ${types.length}`);
  for (const [i, value] of values.entries()) {
    const type = types[i];
    if (type) wants(value, [type], `${where}, value ${i + 1}`, c);
  }
}

function signatureOf(
  callee: Callee,
  c: Context,
): { readonly params: readonly ValueType[]; readonly results: readonly ValueType[] } | undefined {
  if (callee.kind === 'indirect') {
    pointer(callee.pointer, 'indirect call', c);
    return callee;
  }
  const known = c.names.callables.get(callee.name);
  // Of an instruction that has a name no signature is known.
  if (!known && !c.names.callables.has(callee.name)) c.report(`no function ${callee.name}`);
  return known;
}

function nameOf(callee: Callee): string {
  return callee.kind === 'direct' ? callee.name : 'a pointer';
}
