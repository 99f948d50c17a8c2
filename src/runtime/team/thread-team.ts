/** A thread beside the first one: its instance of the host's module, its stack, its own variables, and how its mistakes end the program. */
import { hrtime } from 'node:process';
import { type AddressType, threadExports } from '../../back/wasm/encode/artifact.ts';
import { mostFrames } from '../backtrace.ts';
import { teamCalls } from '../bind/team-calls.ts';
import { wideCall } from '../bind/wide-call.ts';
import { addressFor } from '../linear-memory.ts';
import { mathFunction } from '../math.ts';
import type { HostCode, ThreadFailure, ThreadPlaces } from './host-code.ts';
import { sender } from './mail.ts';
import { ompRoutines } from './omp-routines.ts';
import { settingsOf } from './settings.ts';
import { Team } from './team.ts';
import { word } from './team-words.ts';
import { ThreadHeap } from './thread-heap.ts';
import type { Waits } from './waits.ts';

export type ThreadSetup = {
  readonly memory: WebAssembly.Memory;
  readonly address: AddressType;
  readonly thread: number;
  readonly host: HostCode;
  readonly places: ThreadPlaces;
  readonly waits: Waits;
  readonly tell: (failure: ThreadFailure) => void;
};

class Ending extends Error {}

export type ThreadTeam = {
  /** Takes part in the region that is open: whether there was one. */
  readonly join: () => boolean;
  /** Microseconds for which it waits awake for the next one. */
  readonly spin: () => number;
};

export function threadTeam(setup: ThreadSetup): ThreadTeam {
  Error.stackTraceLimit = mostFrames;
  const { memory, address, host, thread, waits } = setup;
  let exports: WebAssembly.Exports | undefined;
  let trap: number | undefined;
  let known: ThreadHeap | undefined;
  const heap = (): ThreadHeap => {
    known ??= new ThreadHeap(memory, address, host.control, thread);
    return known;
  };
  const team = new Team({
    thread,
    memory: () => memory.buffer,
    control: () => host.control,
    waits: () => waits,
    call: (entry, frame) => {
      exports ??= instantiate(setup, team, heap(), (place) => {
        trap = place;
      });
      callEntry(exports, address, entry, frame);
    },
    serve: () => false,
    gather: () => {},
    allocate: (bytes) => {
      const at = heap().allocate(bytes, 4096);
      if (at === 0) throw new RangeError('no memory is left for another team of threads');
      return at;
    },
    ask: () => {
      Atomics.store(new Int32Array(memory.buffer), host.pending / 4, 1);
      waits.stir();
    },
    settings: settingsOf({}, 1),
    cores: host.cores,
  });
  const join = (): boolean => {
    try {
      return team.join();
    } catch (error) {
      setup.tell(failureOf(error, trap));
      if (!(error instanceof Ending)) {
        Atomics.store(new Int32Array(memory.buffer, host.control), word.failed, 1);
        waits.stir();
      }
      // The first thread ends the program.
      return true;
    }
  };
  return { join, spin: () => team.spin };
}

/** Calls a function of the host's table. */
export function callEntry(exports: WebAssembly.Exports, address: AddressType, entry: number, frame: number): void {
  const { table } = exports;
  const procedure = table instanceof WebAssembly.Table ? table.get(entry) : undefined;
  if (typeof procedure !== 'function') throw new RangeError(`no function ${entry} in the table`);
  procedure(addressFor(address)(frame));
}

function failureOf(error: unknown, trap: number | undefined): ThreadFailure {
  const kind = error instanceof Ending ? 'ending' : 'error';
  if (!(error instanceof Error)) return { kind, name: 'Error', message: String(error), stack: '', trap };
  return {
    kind,
    name: error instanceof WebAssembly.RuntimeError ? 'RuntimeError' : error.name,
    message: error.message,
    stack: error.stack ?? '',
    trap,
  };
}

type Local = Readonly<Record<string, (...args: never) => unknown>>;

function instantiate(
  setup: ThreadSetup,
  team: Team,
  heap: ThreadHeap,
  trap: (place: number) => void,
): WebAssembly.Exports {
  const { memory, address, host, thread, waits, places } = setup;
  const local: Local = {
    ...teamCalls(team),
    ...ompRoutines(team),
    trap,
    'top-tier': () => 1,
    'memory.allocate-block': (bytes: bigint, alignment: bigint) => heap.allocate(Number(bytes), Number(alignment)),
    'memory.free-block': (at: number) => heap.free(at),
    'time.clock': clock,
  };
  const send = sender(memory.buffer, host.control, thread, waits, host.pending, () => {
    throw new Ending();
  });
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = { env: { memory } };
  host.imports.forEach(({ module, name }, i) => {
    imports[module] ??= {};
    const own = module === 'math' ? mathFunction(name) : local[name];
    const wide = own && module !== 'math' && address === 'i64' ? wideCall(own, name) : own;
    imports[module][name] = wide ?? ((...args: (number | bigint)[]) => send(i, args));
  });
  const { exports } = new WebAssembly.Instance(host.module, imports);
  setGlobal(exports, threadExports.stackPointer, address, places.stackHigh);
  setGlobal(exports, threadExports.stackLow, address, places.stackLow);
  setGlobal(exports, threadExports.ownOffset, address, places.ownOffset);
  return exports;
}

function setGlobal(exports: WebAssembly.Exports, name: string, address: AddressType, value: number): void {
  const global = exports[name];
  if (global instanceof WebAssembly.Global) global.value = addressFor(address)(value);
}

/** As `time.clock` of the first thread. */
function clock(bytes: number): readonly [bigint, bigint, bigint] {
  const now = hrtime.bigint();
  if (bytes >= 8) return [now, 1_000_000_000n, 2n ** 63n - 1n];
  return [(now / 1000n) % 2n ** 31n, 1_000_000n, 2n ** 31n - 1n];
}
