/**
 * Watches a program that was instrumented (opt/check): keeps the shadow of its memory while it allocates, copies and frees, turns what its code tells into reports, and
 * counts them. Without it a program pays nothing.
 */
import type { Span } from '../../base/source.ts';
import { type CheckSite, siteOf } from '../../machine/check-record.ts';
import {
  type CheckTool,
  exportedCheck,
  fenceCheck,
  heapChecks,
  kernelCheckNames,
  wordsCheck,
} from '../../machine/check-tools.ts';
import type { Address, Copy, Fill, StreamId } from '../../machine/device.ts';
import { heapName } from '../../machine/device-heap.ts';
import { errorName, errorText } from '../../machine/errors.ts';
import { spanOfRows } from '../../machine/span-of-rows.ts';
import type { ProgramMemory } from '../program-memory.ts';
import type { PrintedLine } from '../sim/prints.ts';
import type { KernelChecks } from '../sim/thread.ts';
import { type Allocation, Allocations, type Backtrace, leastGap } from './allocations.ts';
import type { FoundProblem } from './found.ts';
import type { Shape } from './hazard-text.ts';
import { HeapPieces } from './heap-pieces.ts';
import { HostRaces, type Touch } from './host-races.ts';
import { KernelFindings, type LaunchNote } from './kernel-findings.ts';
import { areGaps } from './padding.ts';
import { RaceMemory } from './race-memory.ts';
import { RaceReport, type Transfer } from './race-report.ts';
import { Races } from './races.ts';
import { grouped, hex, historyLines, nearLine, placeText, sourceLines } from './report-text.ts';
import { Reporter, type Reporting } from './reporter.ts';
import type { CheckSettings } from './settings.ts';
import { Shadow } from './shadow.ts';
import { filler } from './shared-twins.ts';
import { StreamOrder } from './stream-order.ts';

/** What a program must know of itself to be checked. */
export type CheckedProgram = {
  readonly tools: readonly CheckTool[];
  /** On a real device: where its table of memory lies, and the variables that kernels may use, by the names of their symbols. */
  readonly real?: {
    readonly table: number;
    readonly window: number;
    readonly symbols: readonly { readonly name: string; readonly bytes: number; readonly unset?: boolean }[];
    readonly shared: readonly {
      readonly name: string;
      readonly at: number;
      readonly bytes: number;
      readonly unset?: boolean;
    }[];
  };
  /** Where the table of the shadow's pages lies. */
  readonly pages: number;
  /** The variable for what is done now, where races are looked for. */
  readonly races: number;
  /** Where the sites stand that code tells of by their numbers. */
  readonly sites: { readonly at: number; readonly bytes: number };
  /** Variables that the device may use. */
  readonly variables: readonly {
    readonly name: string;
    readonly at: number;
    readonly bytes: number;
    readonly hostless: boolean;
    /** Of an array of the device: programs do not know of it. */
    readonly isDescriptor: boolean;
    /** Nobody knows what it holds at first. */
    readonly unset?: boolean;
  }[];
};

export type Surroundings = Reporting & {
  readonly memory: ProgramMemory;
  /** A function that the program exports. */
  readonly exported: (name: string) => WebAssembly.ExportValue | undefined;
};

/** Freed memory that is kept from being used again, in all. */
const quarantineBytes = 256 << 20;
/** Larger allocations lie further apart, up to this. */
const mostGap = 4 << 20;
/** Under which the launches of a real device are noted. */
export const lastLaunch = 0;
const keptLaunches = 4096;
/** The exit status of a program that has not called CUDA, where that is required. */
const noCallsStatus = 255;
/** Of an allocation so many stretches that nobody has written are told. */
const mostStretches = 8;
export class Sanitizer {
  readonly #tools: ReadonlySet<CheckTool>;
  readonly #settings: CheckSettings;
  readonly #around: Surroundings;
  readonly #shadow: Shadow;
  readonly #allocations = new Allocations();
  readonly #launches = new Map<number, LaunchNote>();
  /** What the program's own functions ask. */
  readonly races: Races | undefined;
  readonly #hostRaces: HostRaces | undefined;
  readonly #raceMemory: RaceMemory | undefined;
  /** Transfers that races may be with, by numbers below 0. */
  readonly #transfers: Transfer[] = [];
  /** What kernels allocate, where they do. */
  readonly #heap: HeapPieces | undefined;
  readonly #ofBlocks: (readonly [from: number, to: number])[] = [];
  /** Memory of host and device, some of which nobody may have written: address and bytes. */
  readonly #unset = new Map<number, number>();
  /** Whether the program has called CUDA. */
  #hasCalls = false;
  #running = { order: -1, work: 0 };
  #begun = 0;
  #launchCount = 0;
  /** Works whose findings nobody has asked for. */
  readonly #leftOut = new Set<number>();
  /** Of works, where single hazards are told. */
  readonly #shapes = new Map<number, Shape>();
  readonly #variables: ReadonlyMap<string, number>;
  /** Allocations that were all written when so many bytes had become unwritten. */
  readonly #written = new WeakMap<Allocation, number>();
  /** Counts what changes allocations. */
  generation = 0;
  readonly #reporter: Reporter;
  readonly #kernels: KernelFindings;
  readonly #raceReport: RaceReport;

  constructor(program: CheckedProgram, settings: CheckSettings, around: Surroundings) {
    // What is written of its memory is not kept of a real device: kernels know it of their own arrays.
    this.#tools = new Set(program.tools.filter((t) => !program.real || t !== 'init'));
    this.#settings = settings;
    this.#around = around;
    const isReal = program.real !== undefined;
    this.#shadow = new Shadow(around.memory, program.pages, program.real === undefined);
    const sites = new Map(sitesIn(around.memory, program.sites).map((s) => [s.id, s]));
    this.#reporter = new Reporter(this.#tools, settings, around);
    this.#kernels = new KernelFindings({
      tools: this.#tools,
      settings,
      memory: around.memory,
      allocations: this.#allocations,
      reporter: this.#reporter,
      // A real device has numbers of its own for launches: what is told is of the last one.
      launchOf: (sequence) => this.#launches.get(isReal ? lastLaunch : sequence),
      inBlock: (at, bytes) => {
        const of = this.#ofBlocks.find(([from, to]) => at >= from && at < to);
        return of && (at - of[0]) % bytes;
      },
    });
    this.#raceReport = new RaceReport(settings, this.#reporter, {
      siteOf: (id) => sites.get(id),
      transfers: this.#transfers,
      shapeOf: (work) => this.#shapes.get(work),
      isMeant: (kernel, work) => this.#kernels.isMeant(kernel) && !this.#leftOut.has(work),
    });
    if (this.#tools.has('race')) {
      const order = new StreamOrder();
      this.order = order;
      this.#hostRaces = new HostRaces({
        shadow: this.#shadow,
        isDone: (work) => order.isDone(work),
        isHostFunction: () => order.isHostFunction,
        tell: (device, host) => {
          for (const site of [device.site, host]) if (typeof site !== 'number') sites.set(site.id, site);
          this.races?.collideWithHost(device, host);
        },
      });
      const memory = new RaceMemory(around.memory, program.races);
      this.#raceMemory = memory;
      this.races = new Races({
        isBefore: (a, b) => order.isBefore(a, b),
        isDone: (work) => order.isDone(work),
        isAlone: (work) => order.isAlone(work),
        isPrivate: (at) => this.#isPrivate(at),
        areOfCluster: (a, b) => this.#areOfCluster(a, b),
        isOfBlock: (at) => this.#ofBlocks.some(([from, to]) => at >= from && at < to),
        memory,
        use: (at, bytes, flags) => this.#use(at, bytes, flags),
      });
    }
    this.#variables = new Map(program.variables.map((v) => [v.name, v.at]));
    const hasHeap = program.variables.some((v) => v.name === heapName);
    this.#heap = hasHeap
      ? new HeapPieces({
          allocations: this.#allocations,
          shadow: this.#shadow,
          isChecked: settings.checksHeap,
          keepsInitialisation: this.#tools.has('init'),
          siteOf: (id) => sites.get(id),
          changed: (address, bytes) => {
            this.generation++;
            this.races?.forget(address, bytes);
          },
        })
      : undefined;
    for (const v of program.variables) {
      // Of the heap only what it has given may be used.
      if (v.name === heapName && settings.checksHeap) this.#shadow.forbid(v.at, v.bytes, v.hostless);
      else this.#shadow.allow(v.at, v.bytes, v.hostless);
      this.#allocations.add({
        address: v.at,
        bytes: v.bytes,
        kind: 'variable',
        name: v.name,
        isManaged: !v.hostless && !v.isDescriptor,
        from: () => [],
      });
      if (v.unset && this.#tools.has('init')) this.#beginUnset(v.at, v.bytes, v.hostless ? 'device' : 'managed');
    }
    if (program.tools.includes('init'))
      for (const v of program.real?.shared ?? []) if (v.unset) around.memory.bytes(v.at, v.bytes).fill(filler);
    this.#reporter.line('COMPUTE-SANITIZER');
  }

  /** Whether all kernels must run on one thread of the machine. */
  get isSerial(): boolean {
    return this.#tools.has('race') || this.#tools.has('init') || this.#heap !== undefined;
  }

  get watchesWrites(): boolean {
    return this.#tools.has('init');
  }

  /** Behind the shared memory of a block lies what its threads keep for themselves. */
  #isPrivate(at: number): boolean {
    const of = this.#ofBlocks.find(([from, to]) => at >= from && at < to);
    if (!of) return false;
    const launch = this.#launches.get(this.#running.order);
    return launch !== undefined && (at - of[0]) % launch.blockBytes >= launch.sharedBytes;
  }

  #areOfCluster(block: number, other: number): boolean {
    const launch = this.#launches.get(this.#running.order);
    if (!launch) return false;
    const { grid, cluster } = launch;
    const clusterOf = (b: number): string => {
      const place = [b % grid[0], Math.floor(b / grid[0]) % grid[1], Math.floor(b / grid[0] / grid[1])];
      return place.map((at, i) => Math.floor(at / cluster[i]!)).join();
    };
    return clusterOf(block) === clusterOf(other);
  }

  // what the device's memory does

  /** Bytes behind an allocation that are nobody's. */
  gapAfter(bytes: number): number {
    return Math.max(leastGap, this.#settings.padding, Math.min(mostGap, Math.ceil(bytes / 4 / 256) * 256));
  }

  get quarantineBytes(): number {
    return quarantineBytes;
  }

  allocated(address: number, bytes: number, kind: 'device' | 'managed' | 'pinned'): void {
    this.#hasCalls = true;
    this.#allocations.forget(address);
    this.generation++;
    const from = this.#around.trace();
    this.#allocations.add({ address, bytes, kind, isManaged: kind === 'managed', from });
    const hostless = kind === 'device';
    this.#shadow.allow(address, bytes, hostless);
    const end = Math.ceil((address + bytes) / 8) * 8;
    this.#shadow.forbid(end, address + bytes + this.gapAfter(bytes) - end, hostless);
    if (this.#tools.has('init')) this.#beginUnset(address, bytes, kind);
    this.races?.forget(address, bytes);
  }

  /** A variable of a real device. */
  variable(name: string, address: number, bytes: number): void {
    this.#allocations.add({ address, bytes, kind: 'variable', name, from: () => [] });
  }

  /** What the host writes is not seen when it does so: later it is seen that the memory has changed. */
  #beginUnset(address: number, bytes: number, kind: 'device' | 'managed' | 'pinned'): void {
    this.#shadow.unset(address, bytes);
    if (kind === 'device') return;
    this.#around.memory.bytes(address, bytes).fill(filler);
    this.#unset.set(address, bytes);
  }

  /** Before a work of the device: what the host has written by now. */
  seeWrites(): void {
    for (const [address, bytes] of this.#unset)
      if (!this.#shadow.refresh(address, bytes, filler)) this.#unset.delete(address);
  }

  /** Whether the device may use all of these bytes, which are of one allocation or variable. */
  isWithin(from: number, to: number): boolean {
    const a = this.#allocations.around(from);
    // Pieces of the heap come and go while kernels run.
    return a !== undefined && !a.freed && a.kind !== 'heap' && to <= a.address + a.bytes;
  }

  /** Where a variable lies. */
  addressOf(name: string): number | undefined {
    return this.#variables.get(name);
  }

  /** Where the allocation begins that an address is in. */
  allocationOf(address: number): number | undefined {
    return this.#allocations.around(address)?.address;
  }

  /** Whether somebody has written all of these bytes. */
  isWritten(from: number, to: number): boolean {
    const a = this.#allocations.around(from);
    if (!a || a.kind === 'heap' || to > a.address + a.bytes) return false;
    const { unsets } = this.#shadow;
    if (this.#written.get(a) === unsets) return true;
    if (this.#shadow.firstUnset(a.address, a.bytes) !== undefined)
      return this.#shadow.firstUnset(from, to - from) === undefined;
    this.#written.set(a, unsets);
    return true;
  }

  /** Whether the program was given memory there. */
  knows(address: number): boolean {
    return this.#allocations.at(address) !== undefined;
  }

  /** The program has given it back: nobody may use it. */
  freed(address: number): void {
    const allocation = this.#allocations.at(address);
    if (!allocation) return;
    this.#tellUnused(allocation);
    allocation.freed = this.#around.trace();
    this.generation++;
    this.#shadow.forbid(address, allocation.bytes, true);
    // The host has waited for what used it.
    this.#hostRaces?.forget(address, address + allocation.bytes);
  }

  /** Bytes of device memory that nobody has written by the time it goes: `--track-unused-memory`. */
  #tellUnused({ address, bytes, kind, from }: Allocation): void {
    if (!this.#settings.unusedMemory || !this.#tools.has('init') || kind !== 'device' || bytes === 0) return;
    const stretches = this.#shadow.unsetStretches(address, bytes);
    const unused = stretches.reduce((n, s) => n + s.bytes, 0);
    if (100 * unused <= this.#settings.leastUnused * bytes) return;
    const lines = stretches
      .slice(0, mostStretches)
      .map((s) => `Not written ${grouped(s.bytes)} bytes at offset ${hex(s.at - address)} (${hex(s.at)})`);
    this.#reporter.report(
      'unused',
      `Unused memory in allocation ${hex(address)} of size ${grouped(bytes)} bytes`,
      from()[0],
      [
        ...(unused === bytes ? ['Not written any memory.'] : lines),
        `${((100 * unused) / bytes).toFixed(2)}% of allocation were unused.`,
        ...this.#reporter.frames('Saved host backtrace up to driver entry point at allocation time', from()),
      ],
      from,
    );
  }

  /** It left the quarantine: the memory may be anybody's. */
  released(address: number, bytes: number): void {
    if (!this.knows(address)) return;
    this.#unset.delete(address);
    this.#shadow.forbid(address, bytes + this.gapAfter(bytes), false);
    if (this.#tools.has('init')) this.#shadow.written(address, bytes);
    this.#allocations.forget(address);
  }

  /** What orders the works of streams; where races are looked for. */
  readonly order: StreamOrder | undefined;

  /** What instrumented kernels call. */
  get kernelChecks(): KernelChecks | undefined {
    const { races } = this;
    if (!this.isSerial) return undefined;
    return {
      begin: (order) => {
        if (order === this.#running.order) return;
        this.#running = { order, work: this.#launches.get(order)?.work ?? 0 };
        races?.begin(this.#running.work);
      },
      function: (name) => {
        if (name === fenceCheck) return (thread = 0, block = 0, epoch = 0) => races?.fence(thread, block, epoch);
        if (name === heapChecks.allocated)
          return (at: bigint, bytes: bigint, site: number) => this.#heap?.allocated(Number(at), Number(bytes), site);
        if (name === heapChecks.frees) return (at: bigint) => this.#heap?.frees(Number(at)) ?? 0;
        if (name === heapChecks.released) return (all: number) => BigInt(this.#heap?.released(all !== 0) ?? 0);
        return kernelCheckNames.has(name) ? this.#around.exported(exportedCheck(name)) : undefined;
      },
    };
  }

  /** The words of a stretch, as the host uses them. */
  #use(at: number, bytes: number, flags: number): void {
    const use = this.#around.exported(exportedCheck(wordsCheck));
    if (typeof use === 'function') use(BigInt(at), BigInt(bytes), flags);
  }

  /** Storage of the blocks that run: of each block for itself. */
  ofBlocks(address: number, bytes: number): void {
    this.allow(address, bytes);
    this.#ofBlocks.push([address, address + bytes]);
    this.#raceMemory?.addRange(address, address + bytes);
  }

  beginLaunch(stream: StreamId, isBlocking: (id: StreamId) => boolean): void {
    this.seeWrites();
    this.#begun = this.order?.begin(stream, isBlocking) ?? 0;
  }

  /** Where the launch that begins goes: what of that is managed memory the host should not use until it has waited. */
  touched(places: () => readonly Touch[]): void {
    if (!this.#allocations.hasShared) return;
    this.#hostRaces?.begin(
      this.#begun,
      places().filter(({ from }) => this.#isShared(from)),
    );
  }

  /** Whether host and device use the memory at an address. */
  #isShared(address: number): boolean {
    const a = this.#allocations.around(address);
    return a !== undefined && (a.isManaged === true || a.kind === 'pinned');
  }

  /** Memory that the program registers. */
  allow(address: number, bytes: number): void {
    this.#shadow.allow(address, bytes, false);
  }

  launched(order: number, note: Omit<LaunchNote, 'from' | 'work' | 'stopped' | 'isChecked'>): void {
    this.#hasCalls = true;
    const isChecked = this.#isChecked(note.kernel);
    if (!isChecked) this.#leftOut.add(this.#begun);
    const of = { from: this.#around.trace(), work: this.#begun, isChecked };
    this.#launches.set(order, { ...note, ...of, stopped: new Set() });
    this.#launches.delete(order - keptLaunches);
    if (this.races && this.#settings.races !== 'analysis') this.#shapes.set(this.#begun, note);
  }

  /** Of a launch that comes: launches of kernels that are asked for are counted. */
  #isChecked(kernel: string): boolean {
    if (!this.#kernels.isMeant(kernel)) return false;
    const { launchesSkipped: skipped, launchesChecked: checked } = this.#settings;
    const number = ++this.#launchCount;
    return number > skipped && (checked === 0 || number <= skipped + checked);
  }

  // what goes wrong

  /** Reports what instrumented code tells; gives the other lines. */
  take(lines: readonly PrintedLine[]): readonly PrintedLine[] {
    return this.#kernels.take(lines);
  }

  /** A kernel has stopped at a barrier that not all threads of a block come to. Gives whether it was told. */
  divergentBarrier(kernel: string, at: Span, block: readonly number[]): boolean {
    return this.#kernels.divergentBarrier(kernel, at, block);
  }

  /** Host code has used memory that is the device's alone, or nobody's any more. */
  hostAccess(address: number, text: string): void {
    if (!this.#shadow.isHostless(address)) {
      this.#hostRaces?.used(address, text);
      return;
    }
    const site = this.#tools.has('memory') ? siteOf(text) : undefined;
    if (!site) return;
    const near = this.#allocations.nearest(address);
    const freed = near?.where === 'inside' && near.allocation.freed !== undefined;
    const what = freed ? 'freed memory' : 'device memory';
    this.#reporter.report('memory', `Invalid host ${site.how} of ${what} of size ${site.bytes} bytes`, site, [
      placeText(this.#reporter.names, site),
      `Address ${hex(address)}`,
      ...(near ? [nearLine(near)] : []),
      ...sourceLines(site),
      ...(near ? historyLines(this.#reporter.names, near.allocation) : []),
      `help: copy it to a host variable first (an assignment does), or declare it managed`,
    ]);
  }

  /** A call of the CUDA API has given an error. */
  apiError(name: string, code: number): void {
    this.#hasCalls = true;
    if (!this.#tools.has('memory') || this.#settings.apiErrors === 'no' || code === 0 || code === 600) return;
    this.#kernels.tellExtents();
    const why = this.#reporter.takeWhy();
    const from = this.#around.trace()();
    this.#reporter.report(
      'api',
      `Program hit ${errorName(code)} (error ${code}) due to "${errorText(code)}" on CUDA API call to ${name}.`,
      from[0],
      [...this.#reporter.frames('Saved host backtrace up to driver entry point at error', from), ...why],
    );
  }

  /** Whether there is so much to read and to write. */
  fitsCopy(copy: Copy): boolean {
    const { to, from, toPitch, fromPitch } = copy;
    const [target, source] = [spanOfRows(to, toPitch, copy), spanOfRows(from, fromPitch, copy)];
    return (
      this.#fits('cudaMemcpy', target.first, target.bytes, false) &&
      this.#fits('cudaMemcpy', source.first, source.bytes, true)
    );
  }

  fitsFill({ to, pitch, patternBytes, count, height }: Fill): boolean {
    return this.#fits('cudaMemset', Number(to), pitch * (height - 1) + patternBytes * count, false);
  }

  /** Before a copy: whether it can be. */
  copied(copy: Copy, isDone: boolean, isBlocking: (id: StreamId) => boolean): boolean {
    const { to, from, toPitch, fromPitch, width, height } = copy;
    this.#hasCalls = true;
    if (!this.fitsCopy(copy)) return false;
    this.#work(copy.stream, isDone, isBlocking, (work) => {
      const site = this.#transferSite(isDone ? 'cudaMemcpy' : 'cudaMemcpyAsync');
      for (let row = 0; row < height; row++) {
        this.races?.transfer(work, Number(from) + row * fromPitch, width, false, site, !isDone);
        this.races?.transfer(work, Number(to) + row * toPitch, width, true, site, !isDone);
      }
      if (!isDone && this.#allocations.hasShared) this.#hostRaces?.begin(work, this.#touchesOf(copy, site));
    });
    if (!this.#tools.has('init')) return true;
    this.seeWrites();
    this.#readsUnset(copy);
    for (let row = 0; row < height; row++)
      this.#shadow.copied(Number(to) + row * toPitch, Number(from) + row * fromPitch, width);
    return true;
  }

  /** What of a copy that the host does not wait for it should leave alone. Memory that is not pinned is staged, or waited for. */
  #touchesOf({ to, from, toPitch, fromPitch, width, height }: Copy, site: number): readonly Touch[] {
    const rows = (at: Address, pitch: number, isWrite: boolean): readonly Touch[] => {
      const first = Number(at);
      if (!this.#isShared(first)) return [];
      return Array.from({ length: height }, (_, row) => {
        const begin = first + row * pitch;
        return { from: begin, to: begin + width, isWrite, site };
      });
    };
    return [...rows(from, fromPitch, false), ...rows(to, toPitch, true)];
  }

  #readsUnset(copy: Copy): void {
    const { from, fromPitch, width: bytes, height } = copy;
    const isWhole = fromPitch === bytes;
    const [rows, width] = isWhole ? [1, bytes * height] : [height, bytes];
    for (let row = 0; row < rows; row++) {
      const start = Number(from) + row * fromPitch;
      const at = this.#shadow.firstUnset(start, width);
      if (at === undefined || areGaps(this.#shadow.unsetStretches(start, width), start, width)) continue;
      const isVariable = this.#allocations.around(at)?.kind === 'variable';
      // Whole variables are often copied of which only a part is used.
      if (!isVariable || !this.#shadow.isPartlySet(start, width)) this.copiesUnset(copy, at);
      return;
    }
  }

  /** A copy hands on what nobody has written: the first byte of that. */
  copiesUnset(copy: Copy, at: number): void {
    const { first, bytes } = spanOfRows(copy.from, copy.fromPitch, copy);
    const a = this.#allocations.around(at);
    const frames = this.#around.trace()();
    const title = `Host API memory access error at host access to ${hex(first)} of size ${grouped(bytes)} bytes`;
    this.#reporter.report('init', title, frames[0], [
      `Uninitialized access to ${hex(at)} on access by cudaMemcpy source`,
      ...this.#reporter.frames('Saved host backtrace up to driver entry point at error', frames),
      ...(a ? historyLines(this.#reporter.names, a) : []),
    ]);
  }

  /** Before a fill. */
  filled(fill: Fill, isBlocking: (id: StreamId) => boolean): boolean {
    this.#hasCalls = true;
    const { to, pitch, patternBytes, count, height } = fill;
    const width = patternBytes * count;
    if (!this.fitsFill(fill)) return false;
    this.#work(fill.stream, !fill.asynchronous, isBlocking, (work) => {
      const site = this.#transferSite('cudaMemset');
      for (let row = 0; row < height; row++)
        this.races?.transfer(work, Number(to) + row * pitch, width, true, site, fill.asynchronous);
    });
    if (!this.#tools.has('init')) return true;
    for (let row = 0; row < height; row++) this.#shadow.written(Number(to) + row * pitch, width);
    return true;
  }

  /** A transfer as a work of its stream, which the host waits for where it is done. */
  #work(stream: StreamId, isDone: boolean, isBlocking: (id: StreamId) => boolean, run: (work: number) => void): void {
    if (!this.order) return;
    run(this.order.begin(stream, isBlocking));
    if (isDone) this.order.hostWaitsFor(stream);
  }

  #transferSite(name: string): number {
    return -this.#transfers.push({ name, from: this.#around.trace() });
  }

  /** Whether there are so many bytes; what is wrong else is told with the error that the call gives. */
  #fits(name: string, address: number, bytes: number, isRead: boolean): boolean {
    const a = this.#tools.has('memory') ? this.#allocations.around(address) : undefined;
    if (!a || (!a.freed && address + bytes <= a.address + a.bytes)) return true;
    const over = address + bytes - a.address - a.bytes;
    const what = a.freed ? 'freed memory' : `${grouped(over)} bytes more than the allocation holds`;
    this.#reporter.later(`Invalid ${name}: ${isRead ? 'reads' : 'writes'} ${what}`, [
      `Address ${hex(address)} is ${grouped(address - a.address)} bytes inside the ${a.freed ? 'freed ' : ''}allocation at ${hex(a.address)} of size ${grouped(a.bytes)} bytes`,
      `${grouped(bytes)} bytes were asked for`,
      ...historyLines(this.#reporter.names, a),
    ]);
    return false;
  }

  /** What was allocated there before it was freed: for a second free. */
  invalidFree(address: number, name: string): void {
    const a = this.#allocations.around(address);
    const again = a?.freed !== undefined && a.address === address;
    this.#reporter.later(`Invalid ${name}: ${again ? 'the memory is free already' : 'no allocation begins there'}`, [
      `Address ${hex(address)}`,
      ...(a ? historyLines(this.#reporter.names, a) : []),
    ]);
  }

  // the end

  /** What was found, each place once. */
  get found(): readonly FoundProblem[] {
    return this.#reporter.found;
  }

  /** Tells of leaks and writes the summary: gives the exit status. */
  finish(status: number): number {
    if (this.#settings.requiresCalls && !this.#hasCalls) {
      this.#reporter.note('Error: Target application terminated before first instrumented API call');
      return noCallsStatus;
    }
    this.#kernels.tellExtents();
    this.#reporter.tellWhy();
    for (const a of this.#allocations.living()) this.#tellUnused(a);
    if (status !== 0 && this.#settings.tellsStatus) this.#reporter.note('Target application returned an error');
    if (this.#settings.leaks || this.#tools.has('leak')) this.#leaks();
    if (this.races) this.#raceReport.tell(this.races);
    if (this.#tools.size > 1 || !this.races) this.#reporter.summarise();
    return this.#reporter.errors > 0 ? (this.#settings.errorExitCode ?? status) : status;
  }

  #leaks(): void {
    let [count, bytes] = [0, 0];
    for (const a of this.#allocations.living()) {
      count++;
      bytes += a.bytes;
      this.#reporter.report(
        'leak',
        `Leaked ${grouped(a.bytes)} bytes at ${hex(a.address)}${a.kind === 'heap' ? ' on the device heap' : ''}`,
        a.from()[0],
        leakLines(a, (title, of) => this.#reporter.frames(title, of)),
        a.from,
      );
    }
    this.#reporter.line(`LEAK SUMMARY: ${grouped(bytes)} bytes leaked in ${count} allocations`);
  }
}

function sitesIn(memory: ProgramMemory, { at, bytes }: CheckedProgram['sites']): readonly CheckSite[] {
  const sites: unknown = bytes === 0 ? [] : JSON.parse(memory.text(at, bytes));
  return Array.isArray(sites) ? sites : [];
}

function leakLines(a: Allocation, frames: (title: string, of: Backtrace) => readonly string[]): readonly string[] {
  return frames('Saved host backtrace up to driver entry point at allocation time', a.from());
}
