/** Procedures of the program as functions that MPI's C interface calls: what it gives as values goes to cells, whose addresses the procedure takes. */
import type { Koffi } from '../native/load-koffi.ts';
import type { AbiHandles } from './abi-handles.ts';
import type { TakesAddresses } from './bindings.ts';
import { handleKinds } from './flavours.ts';
import type { MpiMemory } from './mpi-memory.ts';

export type CallableHost = {
  readonly koffi: Koffi;
  readonly memory: MpiMemory;
  readonly handles: AbiHandles;
  readonly copy: (to: number, from: number, bytes: number) => void;
};

type Value = number | bigint;

/** An argument of the C function: its type there, how its cell is filled, and what goes back. */
type Param = {
  readonly type: 'int' | 'int64_t';
  readonly words: number;
  readonly fill: (place: number, value: Value) => void;
  readonly back?: (place: number, value: Value) => void;
};

/** `kinds` as in callbacks.ts; `error>` is the function's result. */
export function abiCallable(kinds: readonly string[], run: TakesAddresses, host: CallableHost): number {
  const { koffi, memory } = host;
  const gives = kinds.includes('error>');
  const params = kinds.filter((kind) => kind !== 'error>').map((kind) => paramOf(kind, host));
  const type = koffi.proto(
    gives ? 'int' : 'void',
    params.map((param) => param.type),
  );
  const called = (...values: Value[]): number | undefined => {
    const mark = memory.mark;
    const places = params.map((param, i) => {
      if (param.words === 0) return 0;
      const place = memory.take(Math.max(2, param.words));
      param.fill(place, values[i] ?? 0);
      return place;
    });
    const error = memory.take(2);
    memory.setWord(error, 0);
    const addresses = params.map(({ words }, i) => (words === 0 ? (values[i] ?? 0) : memory.native(places[i] ?? 0)));
    run(...addresses, ...(gives ? [memory.native(error)] : []));
    for (const [i, { back }] of params.entries()) back?.(places[i] ?? 0, values[i] ?? 0);
    const code = memory.word(error);
    memory.release(mark);
    return gives ? code : undefined;
  };
  return Number(koffi.register(called, koffi.pointer(type)));
}

function paramOf(text: string, host: CallableHost): Param {
  const kind = text.replace(/[>=]$/, '');
  const isBoth = text.endsWith('=');
  // Buffers of an operation, the number of its elements, and what the callbacks of a request share.
  if (byAddress.has(kind) || text === 'aint=') return { type: 'int64_t', words: 0, fill: () => {} };
  if (handleKinds.has(kind)) return isBoth ? handleAt(kind, host) : handle(kind, host);
  if (kind === 'status') return status(host);
  if (text.endsWith('>')) return given(kind, host);
  return isBoth ? wordAt(host) : value(kind, host);
}

const byAddress: ReadonlySet<string> = new Set(['invec', 'inoutvec', 'length']);

function value(kind: string, { memory }: CallableHost): Param {
  if (kind === 'aint')
    return {
      type: 'int64_t',
      words: 2,
      fill: (place, v) => memory.program.view.setBigInt64(place, BigInt(v), true),
    };
  // An old form's integers come as addresses.
  return {
    type: kind === 'int' ? 'int64_t' : 'int',
    words: 1,
    fill: (place, v) => memory.setWord(place, Number(BigInt.asIntN(32, BigInt(v)))),
  };
}

/** The procedure gives it. Integers of old forms are addresses in C. */
function given(kind: string, { memory, copy }: CallableHost): Param {
  return {
    type: 'int64_t',
    words: 2,
    fill: (place) => memory.program.view.setBigInt64(place, 0n, true),
    back: (place, to) => {
      if (kind === 'int') memory.program.view.setBigInt64(place, BigInt(memory.word(place)), true);
      copy(Number(to), memory.native(place), kind === 'logical' ? 4 : 8);
    },
  };
}

function wordAt({ memory, copy }: CallableHost): Param {
  return {
    type: 'int64_t',
    words: 1,
    fill: (place, from) => copy(memory.native(place), Number(from), 4),
    back: (place, to) => copy(Number(to), memory.native(place), 4),
  };
}

function handle(kind: string, { memory, handles }: CallableHost): Param {
  return {
    type: 'int64_t',
    words: 1,
    fill: (place, v) => memory.setWord(place, handles.number(kind, Number(BigInt.asIntN(64, BigInt(v))))),
  };
}

function handleAt(kind: string, { memory, handles, copy }: CallableHost): Param {
  return {
    type: 'int64_t',
    words: 2,
    fill: (place, from) => {
      copy(memory.native(place), Number(from), 8);
      memory.setWord(place, handles.number(kind, Number(memory.program.view.getBigInt64(place, true))));
    },
  };
}

function status({ memory, copy }: CallableHost): Param {
  return {
    type: 'int64_t',
    words: 8,
    fill: (place, from) => copy(memory.native(place), Number(from), 32),
    back: (place, to) => copy(Number(to), memory.native(place), 24),
  };
}
