/**
 * The C interface that MPI-5 lays down for all libraries, called as if it were bindings of Fortran: values are taken from their addresses, handles are numbers for pointers,
 * texts end with a zero byte, indexes begin at 0, and the result is the error.
 */
import { abiConstants } from '../../library/mpi/abi-constants.ts';
import { constants } from '../../library/mpi/constants.ts';
import { type Argument, isText, mpiRoutine, type Routine } from '../../library/mpi/routines.ts';
import { callStubs, callWith, type NativeCall, passedCall } from '../native/call-stubs.ts';
import type { Koffi } from '../native/load-koffi.ts';
import { abiCallable } from './abi-callbacks.ts';
import { AbiHandles } from './abi-handles.ts';
import type { Bindings, Loaded, TakesAddresses } from './bindings.ts';
import { Collectives } from './collectives.ts';
import { type Flavour, handleKinds, translationOf } from './flavours.ts';
import type { MpiLibrary } from './mpi-library.ts';
import type { MpiMemory } from './mpi-memory.ts';
import { neighbours, partners } from './partners.ts';
import type { SentinelName } from './places.ts';

type After = () => void;

/** A call of Fortran: addresses of its arguments by their places, and lengths of texts. */
type Given = { readonly addresses: readonly number[]; readonly lengths: readonly number[] };

/** What C takes for an argument; gives what is to be done after the call in `after`. */
type Pass = (given: Given, after: After[]) => number;

export type AbiHost = {
  readonly koffi: Koffi;
  readonly library: Loaded;
  readonly flavour: Flavour;
  readonly memory: MpiMemory;
  readonly copy: (to: number, from: number, bytes: number) => void;
  /** How many processes a routine's array is for: `count` of an argument, and the library's number of a communicator. */
  readonly parts: (comm: number, count: string) => number;
};

const statusWords = { fortran: 6, c: 8 };
const textBytes = 8192;
/** The first byte of a text that a routine has not given: none of UTF-8. */
const unwritten = 0xfe;

export class AbiBindings implements Bindings {
  readonly #host: AbiHost;
  readonly #handles = new AbiHandles();
  readonly #stubs: ReturnType<typeof callStubs>;
  /** What a handler of errors has left in this call. */
  #handled = 0;
  /** Where the second value of a call goes. */
  #behind = 0;

  constructor(host: AbiHost) {
    this.#host = host;
    this.#stubs = callStubs(host.koffi);
  }

  sentinel(name: SentinelName): number | undefined {
    const known = this.#host.flavour.sentinels[name];
    return typeof known === 'number' ? known : undefined;
  }

  callable(kinds: readonly string[], run: TakesAddresses): number {
    return abiCallable(kinds, kinds[1] === 'error=' ? this.#handler(run) : run, {
      ...this.#host,
      handles: this.#handles,
    });
  }

  /** MPICH 5.1 gives success where a handler of the program returns. */
  #handler(run: TakesAddresses): TakesAddresses {
    return (...addresses) => {
      run(...addresses);
      this.#handled = this.#word(Number(addresses[1]));
    };
  }

  find(name: string, count: number): NativeCall | undefined {
    const routine = mpiRoutine(name);
    if (!routine) return undefined;
    const starts = /^mpi_init(_thread)?$/.test(name);
    const takesWords = starts || name === 'mpi_info_create_env';
    const nothing: readonly Pass[] = takesWords ? [() => 0, () => 0] : [];
    const passes = [...nothing, ...routine.args.map((arg, i) => this.#passing(arg, i, routine)), ...this.#bound(name)];
    return this.#call(routine, cName(name), passes, count, starts ? () => this.#tellOfFortran() : undefined);
  }

  /** `cells` of the call hold what Fortran passes. */
  #call(
    routine: Routine,
    symbol: string,
    passes: readonly Pass[],
    count: number,
    last?: After,
  ): NativeCall | undefined {
    const native = this.#native(symbol, passes.length);
    if (!native) return undefined;
    const { memory } = this.#host;
    const cells = new Uint32Array(2 * count);
    const at = (i: number): number => (cells[2 * i] ?? 0) + 2 ** 32 * ((cells[2 * i + 1] ?? 0) | 0);
    const texts = routine.args.flatMap((arg, i) => (isText(arg) ? [i] : []));
    // To have called the handler is its success.
    const isCalled = routine.name.endsWith('_call_errhandler');
    const call = (): number => {
      this.#handled = 0;
      const mark = memory.mark;
      const addresses = Array.from({ length: count }, (_, i) => at(i));
      const lengths: number[] = [];
      for (const [k, i] of texts.entries()) lengths[i] = addresses[routine.args.length + 1 + k] ?? 0;
      const after: After[] = [];
      const given = { addresses, lengths };
      const code = callWith(
        native,
        passes.map((pass) => pass(given, after)),
      );
      const handled = this.#handled;
      for (const step of after) step();
      memory.release(mark);
      this.#setWord(addresses[routine.args.length] ?? 0, code === 0 && !isCalled ? handled : code);
      last?.();
      return 0;
    };
    return { cells, call };
  }

  #native(symbol: string, count: number): NativeCall | undefined {
    const { library } = this.#host;
    try {
      const types = Array.from({ length: count }, () => 'int64_t');
      const passed = () => passedCall(library.func(symbol, 'int', types), count);
      return this.#stubs?.(Number(library.symbol(symbol)), count) ?? passed();
    } catch {
      return undefined;
    }
  }

  #passing(arg: Argument, i: number, routine: Routine): Pass {
    const whole = `${routine.name} ${arg.name}`;
    const own = this.#asides[whole] ?? (isIndex.test(whole) ? this.#indexes : undefined);
    if (own) return own(i, arg, routine);
    if (handleKinds.has(arg.kind))
      return arg.count === undefined ? this.#handle(arg, i) : this.#handleList(arg, i, routine);
    if (arg.kind === 'status') return this.#status(arg, i, routine);
    if (arg.kind === 'words') return (given) => this.#words(given, i);
    if (isText(arg)) return arg.way === 'out' ? this.#textOut(i) : (given) => this.#text(given, i);
    if (arg.way !== 'in' || arg.count !== undefined || byAddress.has(arg.kind)) return this.#through(i);
    if (arg.kind === 'aint') return ({ addresses }) => this.#long(addresses[i] ?? 0);
    return ({ addresses }) => this.#word(addresses[i] ?? 0);
  }

  #through(i: number): Pass {
    return ({ addresses }) => addresses[i] ?? 0;
  }

  /** What a few arguments need beyond their kinds, by routine and name. */
  readonly #asides: Readonly<Record<string, (i: number, arg: Argument, routine: Routine) => Pass>> = {
    // C takes its address.
    'mpi_cancel request': (i) => this.#handle({ kind: 'request', way: 'inout' }, i),
    // Callbacks may change it where it is.
    'mpi_grequest_start extra_state': (i) => this.#through(i),
    'mpi_buffer_detach buffer': () => () => this.#native64(this.#host.memory.take(2)),
    // C counts the byte that ends it.
    'mpi_info_get_string buflen': (i) => this.#changed(i, 1),
    'mpi_file_set_view disp':
      (i) =>
      ({ addresses }) => {
        const [ours] = constants.plain.MPI_DISPLACEMENT_CURRENT;
        const disp = this.#long(addresses[i] ?? 0);
        return disp === ours ? -1 : disp;
      },
    ...Object.fromEntries(
      ['comm', 'type', 'win'].map((of) => [`mpi_${of}_get_attr attribute_val`, () => this.#attribute(8)]),
    ),
    'mpi_attr_get attribute_val': () => this.#attribute(4),
    'mpi_type_hindexed array_of_displacements': (i) => this.#widened(i),
    'mpi_type_struct array_of_displacements': (i) => this.#widened(i),
    'mpi_type_extent extent': (i) => this.#bounds(i, (_, extent) => extent),
    'mpi_type_lb displacement': (i) => this.#bounds(i, (lower) => lower),
    'mpi_type_ub displacement': (i) => this.#bounds(i, (lower, extent) => lower + extent),
  };

  /** Integers that C has as addresses; the first argument is their number. */
  #widened(i: number): Pass {
    return ({ addresses }) => {
      const n = this.#word(addresses[0] ?? 0);
      const place = this.#host.memory.take(2 * n + 2);
      for (let k = 0; k < n; k++) this.#setPointer(place + 8 * k, this.#word((addresses[i] ?? 0) + 4 * k));
      return this.#native64(place);
    };
  }

  /** Of MPI_Type_get_extent, which gives two: the second one stands behind the first. */
  #bounds(i: number, gives: (lower: number, extent: number) => number): Pass {
    return ({ addresses }, after) => {
      const place = this.#host.memory.take(4);
      this.#behind = this.#native64(place + 8);
      after.push(() => this.#setWord(addresses[i] ?? 0, gives(this.#pointer(place), this.#pointer(place + 8))));
      return this.#native64(place);
    };
  }

  #bound(name: string): readonly Pass[] {
    return /^mpi_type_(extent|lb|ub)$/.test(name) ? [() => this.#behind] : [];
  }

  /** An integer that C has larger by `more`. */
  #changed(i: number, more: number): Pass {
    return ({ addresses }, after) => {
      const address = addresses[i] ?? 0;
      const before = this.#word(address);
      if (before > 0) this.#setWord(address, before + more);
      after.push(() => this.#setWord(address, Math.max(0, this.#word(address) - more)));
      return address;
    };
  }

  /** C's begin at 0. */
  readonly #indexes = (i: number, { count }: Argument, routine: Routine): Pass => {
    const { MPI_UNDEFINED } = constants.plain;
    const many = routine.args.findIndex(({ name }) => name === 'outcount');
    return ({ addresses }, after) => {
      const address = addresses[i] ?? 0;
      after.push(() => {
        const n = count === undefined ? 1 : this.#word(addresses[many] ?? 0);
        for (let k = 0; k < n; k++) {
          const index = this.#word(address + 4 * k);
          if (index !== MPI_UNDEFINED[0]) this.#setWord(address + 4 * k, index + 1);
        }
      });
      return address;
    };
  };

  /** MPI's own attributes are addresses of their values, but for a window's base. */
  #attribute(bytes: 4 | 8): Pass {
    const { memory, copy } = this.#host;
    return ({ addresses }, after) => {
      const place = memory.take(4);
      const [, key = 0, value = 0, flag = 0] = addresses;
      after.push(() => {
        if (this.#word(flag) === 0) return;
        const size = attributeBytes(this.#word(key));
        const found = this.#pointer(place);
        if (size > 0) {
          memory.setWord(place + 8, 0);
          copy(memory.native(place + 8), found, size);
        }
        const number = size === 0 ? found : size === 4 ? memory.word(place + 8) : this.#pointer(place + 8);
        if (bytes === 4) this.#setWord(value, number);
        else this.#setLong(value, number);
      });
      return this.#native64(place);
    };
  }

  #handle({ kind, way }: Pick<Argument, 'kind' | 'way'>, i: number): Pass {
    const handles = this.#handles;
    if (way === 'in') return ({ addresses }) => handles.pointer(kind, this.#word(addresses[i] ?? 0));
    return ({ addresses }, after) => {
      const address = addresses[i] ?? 0;
      const place = this.#host.memory.take(2);
      const before = this.#word(address);
      if (way === 'inout') this.#setPointer(place, handles.pointer(kind, before));
      after.push(() => {
        const pointer = this.#pointer(place);
        this.#setWord(address, way === 'inout' ? handles.after(kind, before, pointer) : handles.number(kind, pointer));
      });
      return this.#native64(place);
    };
  }

  #handleList(arg: Argument, i: number, routine: Routine): Pass {
    const { kind, way } = arg;
    const { memory } = this.#host;
    const handles = this.#handles;
    const count = this.#count(arg, routine);
    const stays = /^mpi_i(?!nfo|nter)/.test(routine.name);
    return (given, after) => {
      const address = given.addresses[i] ?? 0;
      const n = count(given);
      // The library may read an array of handles until the operation is complete.
      const place = stays ? memory.program.allocate(8 * n + 8) : memory.take(2 * n + 2);
      const before = Array.from({ length: n }, (_, k) => this.#word(address + 4 * k));
      if (way !== 'out')
        for (const [k, number] of before.entries()) this.#setPointer(place + 8 * k, handles.pointer(kind, number));
      if (way !== 'in')
        after.push(() => {
          for (const [k, number] of before.entries()) {
            const pointer = this.#pointer(place + 8 * k);
            this.#setWord(
              address + 4 * k,
              way === 'inout' ? handles.after(kind, number, pointer) : handles.number(kind, pointer),
            );
          }
        });
      return this.#native64(place);
    };
  }

  #count({ count = '' }: Argument, routine: Routine): (given: Given) => number {
    const at = routine.args.findIndex(({ name }) => name === count);
    if (at >= 0) return ({ addresses }) => this.#word(addresses[at] ?? 0);
    const comm = routine.args.findIndex(({ kind }) => kind === 'comm');
    return ({ addresses }) => this.#host.parts(this.#word(addresses[comm] ?? 0), count);
  }

  /** C's has two words more, of which no library uses the last. */
  #status(arg: Argument, i: number, routine: Routine): Pass {
    const { memory } = this.#host;
    const count = arg.count === undefined ? () => 1 : this.#count(arg, routine);
    const { fortran, c } = statusWords;
    return (given, after) => {
      const address = given.addresses[i] ?? 0;
      if (address === 0) return 0;
      const n = count(given);
      const place = memory.take(c * n + c);
      for (let k = 0; k < n; k++)
        for (let w = 0; w < c; w++)
          memory.setWord(place + 4 * (c * k + w), w < fortran ? this.#word(address + 4 * (fortran * k + w)) : 0);
      if (arg.way !== 'in')
        after.push(() => {
          for (let k = 0; k < n; k++)
            for (let w = 0; w < fortran; w++)
              this.#setWord(address + 4 * (fortran * k + w), memory.word(place + 4 * (c * k + w)));
        });
      return this.#native64(place);
    };
  }

  /** Without the blanks at its end, and perhaps before. */
  #text({ addresses, lengths }: Given, i: number): number {
    return this.#native64(this.#textPlace(this.#characters(addresses[i] ?? 0, lengths[i] ?? 0).trim()));
  }

  #textPlace(text: string): number {
    const { memory } = this.#host;
    const bytes = Buffer.from(text, 'latin1');
    const place = memory.takeBytes(bytes.length + 1);
    for (const [k, byte] of bytes.entries()) memory.program.view.setUint8(place + k, byte);
    memory.program.view.setUint8(place + bytes.length, 0);
    return place;
  }

  #textOut(i: number): Pass {
    const { memory } = this.#host;
    return ({ addresses, lengths }, after) => {
      const room = memory.takeBytes(textBytes);
      memory.program.view.setUint8(room, unwritten);
      after.push(() => {
        const { view } = memory.program;
        if (view.getUint8(room) === unwritten) return;
        const to = this.#place(addresses[i] ?? 0);
        let ended = false;
        for (let k = 0; k < (lengths[i] ?? 0); k++) {
          const byte: number = ended ? 0 : view.getUint8(room + k);
          ended ||= byte === 0;
          view.setUint8(to + k, ended ? 32 : byte);
        }
      });
      return this.#native64(room);
    };
  }

  /** A list of texts that a blank one ends. */
  #words({ addresses, lengths }: Given, i: number): number {
    const first = addresses[i] ?? 0;
    if (first === 0) return 0;
    const length = lengths[i] ?? 0;
    const texts: number[] = [];
    for (;;) {
      const text = this.#characters(first + texts.length * length, length).trim();
      if (text === '') break;
      texts.push(this.#native64(this.#textPlace(text)));
    }
    const list = this.#host.memory.take(2 * texts.length + 2);
    for (const [k, text] of [...texts, 0].entries()) this.#setPointer(list + 8 * k, text);
    return this.#native64(list);
  }

  #characters(address: number, length: number): string {
    const from = this.#place(address);
    const { view } = this.#host.memory.program;
    let text = '';
    for (let k = 0; k < length; k++) text += String.fromCharCode(view.getUint8(from + k));
    return text;
  }

  /** A library without Fortran learns what Fortran's types are. */
  #tellOfFortran(): void {
    const { memory } = this.#host;
    const mark = memory.mark;
    const info = memory.take(2);
    const run = (symbol: string, ...given: number[]): void => {
      const native = this.#native(symbol, given.length);
      if (native) callWith(native, given);
    };
    run('MPI_Abi_get_fortran_info', this.#native64(info));
    if (this.#pointer(info) === this.#host.flavour.constant(constants.info.MPI_INFO_NULL)) {
      run('MPI_Info_create', this.#native64(info));
      for (const [key, value] of Object.entries(fortranInfo))
        run('MPI_Info_set', this.#pointer(info), ...[key, value].map((text) => this.#native64(this.#textPlace(text))));
      run('MPI_Abi_set_fortran_info', this.#pointer(info));
      this.#handles.replace('datatype', ofC);
    }
    run('MPI_Info_free', this.#native64(info));
    memory.release(mark);
  }

  #place(address: number): number {
    return address - this.#host.memory.base;
  }

  #native64(place: number): number {
    return this.#host.memory.native(place);
  }

  #word(address: number): number {
    return this.#host.memory.word(this.#place(address));
  }

  #setWord(address: number, value: number): void {
    this.#host.memory.setWord(this.#place(address), value);
  }

  #long(address: number): number {
    return this.#pointer(this.#place(address));
  }

  #setLong(address: number, value: number): void {
    this.#setPointer(this.#place(address), value);
  }

  /** 64 bits with a sign at a place of the program's memory. */
  #pointer(place: number): number {
    return Number(this.#host.memory.program.view.getBigInt64(place, true));
  }

  #setPointer(place: number, value: number): void {
    this.#host.memory.program.view.setBigInt64(place, BigInt(value), true);
  }
}

/** For a library that is opened so. */
export function abiFor(koffi: Koffi, loaded: Loaded, memory: MpiMemory): (library: MpiLibrary) => Bindings {
  return (library) => {
    const { flavour } = library;
    const collectives = new Collectives(memory, library);
    return new AbiBindings({
      koffi,
      library: loaded,
      flavour,
      memory,
      copy: (to, from, bytes) => library.copy(to, from, bytes),
      parts: (number, count) => {
        const comm = translationOf('comm', flavour)?.from(number) ?? number;
        return count === 'comm'
          ? partners(comm, collectives)
          : neighbours(comm, count === 'in', collectives, memory, library);
      },
    });
  };
}

const byAddress: ReadonlySet<string> = new Set(['buffer', 'weights', 'errcodes', 'call', 'pointer']);
const isIndex = /^mpi_(wait|test)(any index|some array_of_indices)$/;

/** In C's spelling; what MPI-5 no longer has, by what it has. */
function cName(name: string): string {
  return newer[name] ?? `MPI_${name.charAt(4).toUpperCase()}${name.slice(5)}`;
}

const newer: Readonly<Record<string, string>> = {
  mpi_errhandler_create: 'MPI_Comm_create_errhandler',
  mpi_errhandler_set: 'MPI_Comm_set_errhandler',
  mpi_errhandler_get: 'MPI_Comm_get_errhandler',
  mpi_type_hvector: 'MPI_Type_create_hvector',
  mpi_type_hindexed: 'MPI_Type_create_hindexed',
  mpi_type_struct: 'MPI_Type_create_struct',
  mpi_type_extent: 'MPI_Type_get_extent',
  mpi_type_lb: 'MPI_Type_get_extent',
  mpi_type_ub: 'MPI_Type_get_extent',
};

/** Of the value at the address that an attribute of MPI's own is; 0: it is the value itself. */
function attributeBytes(key: number): 0 | 4 | 8 {
  if (key === abiConstants.MPI_WIN_SIZE) return 8;
  return attributesInWords.some((name) => key === abiConstants[name]) ? 4 : 0;
}

const attributesInWords = [
  'MPI_TAG_UB',
  'MPI_IO',
  'MPI_HOST',
  'MPI_WTIME_IS_GLOBAL',
  'MPI_APPNUM',
  'MPI_LASTUSEDCODE',
  'MPI_UNIVERSE_SIZE',
  'MPI_WIN_DISP_UNIT',
  'MPI_WIN_CREATE_FLAVOR',
  'MPI_WIN_MODEL',
] as const;

/** What a library that has no Fortran is told of it. */
const fortranInfo: Readonly<Record<string, string>> = {
  mpi_logical_size: '4',
  mpi_integer_size: '4',
  mpi_real_size: '4',
  mpi_double_precision_size: '8',
};

/** In a library without Fortran C's types stand for those of Fortran that have a size by name, or two parts. */
const ofC: ReadonlyMap<number, number> = new Map(
  Object.entries({
    MPI_CHARACTER: 'MPI_CHAR',
    MPI_LOGICAL1: 'MPI_INT8_T',
    MPI_LOGICAL2: 'MPI_INT16_T',
    MPI_LOGICAL4: 'MPI_INT32_T',
    MPI_LOGICAL8: 'MPI_INT64_T',
    MPI_INTEGER1: 'MPI_INT8_T',
    MPI_INTEGER2: 'MPI_INT16_T',
    MPI_INTEGER4: 'MPI_INT32_T',
    MPI_INTEGER8: 'MPI_INT64_T',
    MPI_REAL4: 'MPI_FLOAT',
    MPI_REAL8: 'MPI_DOUBLE',
    MPI_COMPLEX: 'MPI_C_FLOAT_COMPLEX',
    MPI_COMPLEX8: 'MPI_C_FLOAT_COMPLEX',
    MPI_COMPLEX16: 'MPI_C_DOUBLE_COMPLEX',
    MPI_DOUBLE_COMPLEX: 'MPI_C_DOUBLE_COMPLEX',
  }).map(([fortran, c]) => [abiConstants[fortran] ?? 0, abiConstants[c] ?? 0]),
);
