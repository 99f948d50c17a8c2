/** Library routines as imports: the flat arguments of a call become what the row's `run` takes. */
import { kernelValues } from '../../ir/launcher.ts';
import type { LibraryModule, Param, Routine, RoutineArg, RowType } from '../../library/library-module.ts';
import { libraryModules } from '../../library/modules.ts';
import { placeOfAddress } from '../linear-memory.ts';
import type { Trace } from '../trace/trace.ts';
import type { Context } from './calls.ts';
import { cellAt, type TypeTable, typesOf } from './cells.ts';

type Value = number | bigint;

/** The function for an import `<module>.<routine>` or, for another list of parameters, `<module>.<routine>#<n>`. */
export function routineImport(context: Context, name: string): ((...args: Value[]) => unknown) | undefined {
  const dot = name.indexOf('.');
  const module = libraryModules.get(name.slice(0, dot).toLowerCase());
  const [routineName = '', list] = name.slice(dot + 1).split('#');
  const found = module && findRoutine(module, routineName);
  if (!found) return undefined;
  const params = list === undefined ? found.routine.takes : found.routine.also?.[Number(list) - 1];
  const { run } = found.routine;
  if (!params || !run) return undefined;
  const types = typesOf(found.module, (n) => libraryModules.get(n));
  const call = callOf(context, found.name, found.routine, params, types);
  return context.trace && isApi.test(found.name) ? tracedCall(context.trace, found.name, call) : call;
}

/** Routines of CUDA's API, which profilers show. */
const isApi = /^cuda[A-Z]/;

function tracedCall(trace: Trace, name: string, call: (...args: Value[]) => unknown): (...args: Value[]) => unknown {
  const codeOf = (result: unknown): number => (typeof result === 'number' ? result : 0);
  return (...args) => trace.api(name, () => call(...args), codeOf);
}

type Found = { readonly module: LibraryModule; readonly name: string; readonly routine: Routine };

function findRoutine(module: LibraryModule, name: string): Found | undefined {
  const wanted = name.toLowerCase();
  for (const [known, routine] of Object.entries(module.routines))
    if (known.toLowerCase() === wanted) return { module, name: known, routine };
  for (const included of module.includes ?? []) {
    const other = libraryModules.get(included.toLowerCase());
    const found = other && findRoutine(other, name);
    if (found) return found;
  }
  return undefined;
}

function callOf(
  context: Context,
  name: string,
  routine: Routine,
  params: Readonly<Record<string, Param>>,
  types: TypeTable,
): (...args: Value[]) => unknown {
  const readers = Object.entries(params).map(([name, param]) => ({ name, read: readerOf(context, param, types) }));
  const gives = routine.gives;
  /** Its result is an error code. */
  const noted = /^cuda/i.test(name) && gives?.base === 'integer';
  return (...flat) => {
    const cursor = new Cursor(flat);
    // A character result is written where the caller wants it: its address and length come first.
    const text = gives?.base === 'character' ? { address: cursor.number(), length: cursor.value() } : undefined;
    const args: Record<string, RoutineArg> = {};
    for (const { name, read } of readers) args[name] = read(cursor);
    const result = routine.run?.(context.cuda, args);
    if (typeof result === 'number') context.cuda.tell(result);
    if (noted && typeof result === 'number') context.checks?.()?.apiError(name, result);
    if (text) {
      context.memory.setText(text.address, text.length, String(result ?? ''));
      return undefined;
    }
    return gives === undefined ? undefined : resultOf(gives, result);
  };
}

/** The result in the type that WebAssembly wants. */
function resultOf(type: RowType, result: ReturnType<NonNullable<Routine['run']>>): Value {
  const value = typeof result === 'number' || typeof result === 'bigint' ? result : 0;
  const long = type.base === 'derived' || (type.base === 'integer' && type.kind === 8);
  return long ? BigInt(value) : Number(value);
}

class Cursor {
  readonly #values: readonly Value[];
  #next = 0;

  constructor(values: readonly Value[]) {
    this.#values = values;
  }

  value(): Value {
    return this.#values[this.#next++] ?? 0;
  }

  number(): number {
    return Number(this.value());
  }

  /** An address, whether it came as i32 or i64. */
  address(): bigint {
    const value = this.value();
    return typeof value === 'number' ? BigInt(placeOfAddress(value)) : value;
  }
}

const places = ['host', 'device', 'managed'] as const;
const handle: RowType = { base: 'integer', kind: 8 };

/** How the arguments of one parameter are read: see `Param`. */
function readerOf(context: Context, param: Param, types: TypeTable): (cursor: Cursor) => RoutineArg {
  const { memory } = context;
  const type = param.type ?? handle;
  switch (param.how) {
    case 'in':
      return (cursor) => ({ how: 'value', value: cursor.value() });
    case 'kernel':
      return (cursor) => ({ how: 'value', value: cursor.number() - kernelValues });
    case 'procedure':
      return (cursor) => ({ how: 'value', value: cursor.address() });
    case 'out':
      return (cursor) => {
        const address = cursor.number();
        const bytes = param.anyKind ? cursor.number() : undefined;
        return { how: 'cell', cell: cellAt(memory, types, type, address, bytes), elementBytes: 0 };
      };
    case 'struct':
      return (cursor) => ({ how: 'cell', cell: cellAt(memory, types, type, cursor.number()), elementBytes: 0 });
    case 'textOut':
      return (cursor) => {
        const address = cursor.number();
        const length = cursor.number();
        return { how: 'cell', cell: cellAt(memory, types, { base: 'character', length }, address), elementBytes: 0 };
      };
    case 'newDevice':
    case 'newHost':
      return (cursor) => {
        const cell = cellAt(memory, types, handle, cursor.number());
        return { how: 'cell', cell, elementBytes: cursor.number() };
      };
    case 'text':
      return (cursor) => {
        const address = cursor.number();
        return { how: 'text', text: memory.text(address, cursor.value()) };
      };
    case 'device':
      return (cursor) => ({ how: 'device', address: cursor.address(), elementBytes: cursor.number() });
    case 'data':
      return (cursor) => ({
        how: 'data',
        address: cursor.address(),
        place: places[cursor.number()] ?? 'host',
        elementBytes: cursor.number(),
      });
  }
}
