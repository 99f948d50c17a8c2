/**
 * Functions with the C names of NVIDIA's libraries, for programs with interfaces of their own. Each is made when a program calls it: it calls the routine of the
 * library module that has the same arguments, but for handles, which come by value and go by their address.
 */

import { nowhere } from '../base/source.ts';
import type { Archive } from '../ir/archive.ts';
import { i32, i64, load, local, op } from '../ir/build.ts';
import type { Expression, Fn, Local, Slot, Statement } from '../ir/module.ts';
import type { ValueType } from '../ir/types.ts';
import { cNames } from '../library/c-names.ts';
import { nativeRoutines } from '../runtime/cuda/libraries/native-routines.ts';
import { type Letter, lettersOf } from '../runtime/cuda/libraries/signature.ts';

/** Libraries of which every function that is carried out has the arguments of its routine. */
const inCForm: ReadonlySet<string> = new Set(['cublas', 'cusolver']);

type CName = { readonly takes: string; readonly host: string; readonly device?: string };

const table: ReadonlyMap<string, CName> = readTables();

function readTables(): ReadonlyMap<string, CName> {
  const names = new Map<string, CName>();
  for (const { routine, when, calls, scalars } of nativeRoutines.values()) {
    if (!calls || (calls.library !== 'cusparse' && (when !== 'before' || !inCForm.has(calls.library)))) continue;
    const known = names.get(calls.name);
    if (!known) names.set(calls.name, { takes: calls.takes, host: routine });
    else if (scalars === 'device') names.set(calls.name, { ...known, device: routine });
  }
  for (const { name, takes, routine, device } of cNames)
    names.set(name, { takes, host: routine, ...(device && { device }) });
  return names;
}

/** What each takes, a letter for each argument. */
export const cFunctionArguments: ReadonlyMap<string, string> = new Map(
  [...table].map(([name, row]) => [name, row.takes]),
);

/** All of them, for the tests. */
export const cFunctionNames: readonly string[] = [...table.keys()];

const types: Readonly<Record<Letter, ValueType>> = {
  h: 'i64',
  r: 'i64',
  i: 'i32',
  l: 'i64',
  f: 'f32',
  d: 'f64',
  p: 'i64',
  s: 'i64',
  c: 'i32',
  I: 'i32',
  L: 'i64',
  B: 'i64',
};

/** The routine that tells where the scalars are. */
function pointerMode(routine: string): string {
  return routine.startsWith('cusparse.') ? 'cusparse.cusparsegetpointermode' : 'cublas_types.cublasgetpointermode';
}

/** Undefined for any other name. `archive`: where the routines are. */
export function cFunction(name: string, archive: Archive): Fn | undefined {
  const row = table.get(name);
  if (!row) return undefined;
  const letters = lettersOf(row.takes);
  const locals: Local[] = letters.map((letter, i) => ({ name: `a${i}`, type: types[letter] }));
  const status = locals.push({ name: 'status', type: 'i32' }) - 1;
  const slots: Slot[] = [];
  const body: Statement[] = [];
  const args = letters.flatMap((letter, i) => argument(letter, i, slots, body));
  const call = (routine: string): Statement[] => {
    const taken = archive.function(routine);
    if (!taken) return [{ kind: 'trap', message: `the library has no ${routine}` }];
    return [
      {
        kind: 'call',
        callee: { kind: 'direct', name: routine },
        args: args.map((a, i) => as(a, taken.locals[i]?.type ?? a.type)),
        results: [status],
      },
    ];
  };
  if (row.device === undefined) body.push(...call(row.host));
  else body.push(...chosen(pointerMode(row.host), args[0] ?? i64(0), slots, status, call(row.host), call(row.device)));
  body.push({ kind: 'return', values: [local(status, 'i32')] });
  return { name, kind: 'host', params: letters.length, results: ['i32'], locals, slots, body, at: nowhere };
}

const byAddress: ReadonlySet<Letter> = new Set<Letter>(['h', 'r', 'c', 'I', 'L', 'B']);

/** As the routine takes it: handles, objects and some numbers by the address of a copy, characters with their length. */
function argument(letter: Letter, index: number, slots: Slot[], body: Statement[]): Expression[] {
  const value = local(index, types[letter]);
  if (!byAddress.has(letter)) return [value];
  const slot: Expression = { kind: 'slot', type: 'ptr.host', index: slots.length };
  slots.push({ name: `a${index}`, size: 8, align: 8 });
  body.push({
    kind: 'store',
    memory: letter === 'c' ? 'i8' : letter === 'I' ? 'i32' : 'i64',
    to: slot,
    offset: 0,
    value,
  });
  return letter === 'c' ? [slot, i64(1)] : [slot];
}

/** By the pointer mode of the handle: scalars on the host or on the device. */
function chosen(
  ask: string,
  handle: Expression,
  slots: Slot[],
  status: number,
  host: readonly Statement[],
  device: readonly Statement[],
): Statement[] {
  const mode: Expression = { kind: 'slot', type: 'ptr.host', index: slots.length };
  slots.push({ name: 'mode', size: 4, align: 4 });
  return [
    { kind: 'store', memory: 'i32', to: mode, offset: 0, value: i32(0) },
    { kind: 'call', callee: { kind: 'direct', name: ask }, args: [handle, mode], results: [status] },
    { kind: 'if', condition: op('eq', [load('i32', mode), i32(1)]), then: device, otherwise: host },
  ];
}

function as(e: Expression, wanted: ValueType): Expression {
  return e.type === 'i64' && wanted.startsWith('ptr.') ? op('from.address', [e], wanted) : e;
}
