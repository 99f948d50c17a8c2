/** Which bytes a routine of MPI uses of each of its buffers: for buffers that the library itself cannot reach. */
import type { Argument, Routine } from '../../library/mpi/routines.ts';
import type { DatatypeBounds } from './datatype-bounds.ts';

/** From `from` to `to`, in bytes behind the buffer's address; both 0 where it does not matter in this process. `dense`: no gaps between. */
export type Footprint = { readonly from: number; readonly to: number; readonly dense: boolean };

/** What a call says. Places are addresses of its arguments, in their order. */
export type Asked = {
  readonly places: readonly number[];
  readonly word: (place: number) => number;
  readonly long: (place: number) => number;
  /** Of a datatype's number. */
  readonly bounds: (datatype: number) => DatatypeBounds;
  /** Of a communicator's number. */
  readonly rank: (comm: number) => number;
  /** Those that a buffer has parts for. */
  readonly parts: (comm: number, way: 'all' | 'incoming' | 'outgoing') => number;
  /** Whether a buffer's address stands for MPI_IN_PLACE. */
  readonly isInPlace: (place: number) => boolean;
};

/** Of each part: how many elements of which type, and where they begin. */
type Part = { readonly count: number; readonly datatype: number; readonly at: number };

const nothing: Footprint = { from: 0, to: 0, dense: true };

/** Undefined: a routine whose buffers stay in use when it is done without a request (windows, split collective transfers of files, attached buffers). */
export function footprint(routine: Routine, buffer: number, asked: Asked): Footprint | undefined {
  if (staysInUse.test(routine.name)) return undefined;
  const call = new Call(routine, asked);
  if (call.isElsewhere(buffer)) return nothing;
  const bytes = call.bytes(buffer);
  if (bytes !== undefined) return { from: 0, to: bytes, dense: true };
  return hull(call.parts(buffer), asked);
}

/** Whether a routine writes to its buffer. */
export function writes({ name, args }: Routine, buffer: number): boolean {
  return /^(recvbuf|inoutbuf|outbuf|result_addr)$/.test(args[buffer]?.name ?? '') || writers.test(name);
}

/** Whether what comes is one message, which may be shorter than the buffer. */
export function receives({ name, args }: Routine, buffer: number): boolean {
  return messages.test(name) || (name === 'mpi_sendrecv' && args[buffer]?.name === 'recvbuf');
}

/** Whether it leaves nothing of what was in a buffer without gaps. Rooted collectives and neighbours may be told of buffers that nothing comes to. */
export function overwrites(routine: Routine, buffer: number, isInPlace: boolean): boolean {
  return (
    receives(routine, buffer) || (fills.test(routine.name) && routine.args[buffer]?.name === 'recvbuf' && !isInPlace)
  );
}

const messages = /^mpi_i?m?recv(_init)?$/;
const fills = /^mpi_i?(allgather|alltoall|allreduce|reduce_scatter(_block)?|scan)$/;
const staysInUse =
  /^mpi_(win_|r?put|r?get(_accumulate)?$|r?accumulate|fetch_and_op|compare_and_swap|buffer_|get_address|file_.*_(begin|end)$)/;
const writers = /^mpi_(i?m?recv(_init)?|i?bcast|sendrecv_replace|r?get|file_i?read.*)$/;
const rooted = /^mpi_i?(gatherv?|scatterv?|reduce)$/;

function hull(parts: readonly Part[], { bounds }: Asked): Footprint {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  let bytes = 0;
  for (const { count, datatype, at } of parts) {
    if (count <= 0) continue;
    const one = bounds(datatype);
    const last = at + (count - 1) * one.extent;
    from = Math.min(from, at + one.from, last + one.from);
    to = Math.max(to, at + one.to, last + one.to);
    bytes += count * one.size;
  }
  return from < to ? { from, to, dense: parts.length === 1 && bytes === to - from } : nothing;
}

class Call {
  readonly #routine: Routine;
  readonly #asked: Asked;
  readonly #comm: number;

  constructor(routine: Routine, asked: Asked) {
    this.#routine = routine;
    this.#asked = asked;
    const at = routine.args.findIndex(({ kind }) => kind === 'comm');
    this.#comm = at < 0 ? 0 : asked.word(asked.places[at] ?? 0);
  }

  /** A buffer that counts at the root alone. */
  isElsewhere(buffer: number): boolean {
    const { name, args } = this.#routine;
    if (!rooted.test(name)) return false;
    const atRootOnly = name.includes('scatter') ? 'sendbuf' : 'recvbuf';
    return args[buffer]?.name === atRootOnly && this.#word('root') !== this.#asked.rank(this.#comm);
  }

  /** Of packed data, whose size is said in bytes. */
  bytes(buffer: number): number | undefined {
    const size = this.#routine.args[buffer + 1];
    if (size?.name !== 'insize' && size?.name !== 'outsize' && !this.#isPackedOutput(buffer)) return undefined;
    const at = this.#routine.args.findIndex(({ name }) => name === 'insize' || name === 'outsize');
    const place = this.#asked.places[at] ?? 0;
    return this.#routine.args[at]?.kind === 'aint' ? this.#asked.long(place) : this.#asked.word(place);
  }

  #isPackedOutput(buffer: number): boolean {
    return /^mpi_pack(_external)?$/.test(this.#routine.name) && this.#routine.args[buffer]?.name === 'outbuf';
  }

  parts(buffer: number): readonly Part[] {
    const { args, name } = this.#routine;
    const rest = this.#described(buffer);
    const count = rest.find((a) => /count/.test(a.name));
    const type = rest.find((a) => a.kind === 'datatype');
    if (!count || !type) return [];
    const place = this.#placeOf(count);
    const datatypes = this.#placeOf(type);
    if (count.count === '' && /reduce_scatter$/.test(name)) return this.#scatteredSum(buffer, place, datatypes);
    if (count.count === '') return this.#listed(buffer, rest, place, datatypes);
    const datatype = this.#asked.word(datatypes);
    const times = this.#times(args[buffer]?.name ?? '');
    return [{ count: times * this.#asked.word(place), datatype, at: 0 }];
  }

  /** The arguments that describe a buffer: those behind it, or behind both of a reduction. */
  #described(buffer: number): readonly Argument[] {
    const { args } = this.#routine;
    let at = buffer + 1;
    while (args[at]?.kind === 'buffer') at++;
    const next = args.findIndex(({ kind }, i) => i > at && kind === 'buffer');
    return args.slice(at, next < 0 ? undefined : next);
  }

  /** How often a buffer holds as many elements as its count says. */
  #times(buffer: string): number {
    const { name } = this.#routine;
    if (/reduce_scatter_block$/.test(name)) return buffer === 'sendbuf' || this.#isInPlace() ? this.#parts() : 1;
    if (/alltoall$/.test(name)) return this.#parts(buffer);
    if (/gather$/.test(name)) return buffer === 'recvbuf' ? this.#parts(buffer) : 1;
    return /scatter$/.test(name) && buffer === 'sendbuf' ? this.#parts() : 1;
  }

  /** A count, a place and perhaps a type for each of the others. */
  #listed(buffer: number, rest: readonly Argument[], counts: number, datatypes: number): readonly Part[] {
    const { word, long, bounds } = this.#asked;
    const displacements = rest.find((a) => /displs/.test(a.name));
    const at = displacements ? this.#placeOf(displacements) : 0;
    const many = rest.find((a) => a.kind === 'datatype')?.count !== undefined;
    return Array.from({ length: this.#parts(this.#routine.args[buffer]?.name) }, (_, i) => {
      const datatype = word(datatypes + (many ? 4 * i : 0));
      const step = many ? 1 : bounds(datatype).extent;
      const displacement = displacements?.kind === 'aint' ? long(at + 8 * i) : word(at + 4 * i);
      return { count: word(counts + 4 * i), datatype, at: displacement * step };
    });
  }

  #scatteredSum(buffer: number, counts: number, datatypes: number): readonly Part[] {
    const { word, rank } = this.#asked;
    const all = Array.from({ length: this.#parts() }, (_, i) => word(counts + 4 * i));
    const isWhole = this.#routine.args[buffer]?.name === 'sendbuf' || this.#isInPlace();
    const count = isWhole ? all.reduce((sum, n) => sum + n, 0) : (all[rank(this.#comm)] ?? 0);
    return [{ count, datatype: word(datatypes), at: 0 }];
  }

  #parts(buffer = ''): number {
    const isNear = /neighbor/.test(this.#routine.name);
    if (!isNear) return this.#asked.parts(this.#comm, 'all');
    return this.#asked.parts(this.#comm, buffer === 'recvbuf' ? 'incoming' : 'outgoing');
  }

  #isInPlace(): boolean {
    return this.#asked.isInPlace(this.#asked.places[0] ?? 0);
  }

  #word(name: string): number {
    const at = this.#routine.args.findIndex((a) => a.name === name);
    return this.#asked.word(this.#asked.places[at] ?? 0);
  }

  #placeOf(arg: Argument): number {
    return this.#asked.places[this.#routine.args.indexOf(arg)] ?? 0;
  }
}
