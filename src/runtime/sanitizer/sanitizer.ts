/**
 * Watches a program that was instrumented (opt/check): keeps the shadow of its memory while it allocates, copies and frees, turns what its code tells into reports, and
 * counts them. Without it a program pays nothing.
 */
import { isOfLibrary, lineText, type Span, startOf } from '../../base/source.ts';
import { type CheckSite, findings, siteOf } from '../../machine/check-record.ts';
import type { CheckTool } from '../../machine/check-tools.ts';
import type { Copy, Fill, StreamId } from '../../machine/device.ts';
import { heapName } from '../../machine/device-heap.ts';
import { errorName, errorText } from '../../machine/errors.ts';
import { symbolOf } from '../../machine/symbols.ts';
import type { ProgramMemory } from '../program-memory.ts';
import type { PrintedLine } from '../sim/prints.ts';
import type { KernelChecks } from '../sim/thread.ts';
import { type Allocation, Allocations, type Backtrace, type Trace } from './allocations.ts';
import { Found, type FoundProblem, isSuppressed, type Place } from './found.ts';
import { type HazardParts, hazardReport, type Shape } from './hazard-text.ts';
import { type Hazard, Races, type Side } from './races.ts';
import {
  addressLines,
  barLine,
  deviceFrames,
  fileName,
  frameLines,
  grouped,
  hex,
  historyLines,
  misalignedLines,
  nearLine,
  reportLines,
  sourceLines,
  spaceName,
  type Thread,
  whereLines,
} from './report-text.ts';
import type { CheckSettings, KernelFilter } from './settings.ts';
import { Shadow } from './shadow.ts';
import { StreamOrder } from './stream-order.ts';

/** What a program must know of itself to be checked. */
export type CheckedProgram = {
  readonly tools: readonly CheckTool[];
  /** On a real device: where its table of memory lies, and the variables that kernels may use, by the names of their symbols. */
  readonly real?: {
    readonly table: number;
    readonly window: number;
    readonly symbols: readonly { readonly name: string; readonly bytes: number; readonly unset?: boolean }[];
    readonly shared: readonly { readonly name: string; readonly at: number; readonly bytes: number }[];
  };
  /** Where the table of the shadow's pages lies. */
  readonly pages: number;
  /** Where the sites stand that code tells of by their numbers. */
  readonly sites: { readonly at: number; readonly bytes: number };
  /** Variables that the device may use. */
  readonly variables: readonly {
    readonly name: string;
    readonly at: number;
    readonly bytes: number;
    readonly hostless: boolean;
    /** Nobody knows what it holds at first. */
    readonly unset?: boolean;
  }[];
};

export type Surroundings = {
  readonly memory: ProgramMemory;
  /** Writes to the program's standard output. */
  readonly write: (text: string) => void;
  /** The procedures of host code that are running. */
  readonly trace: () => Trace;
};

/** A launch that findings may come from. */
type LaunchNote = {
  readonly kernel: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly from: Trace;
  readonly fail: () => void;
  /** Of a block: of its shared memory, and of all that it has. */
  readonly sharedBytes: number;
  readonly blockBytes: number;
  /** Its number among the works of streams. */
  readonly work: number;
  /** Threads that have made a wrong access. */
  readonly stopped: Set<string>;
};

/** A thread of a block in which not all have come to a barrier. */
type Standing = {
  readonly site: CheckSite;
  readonly who: Thread;
  readonly arrived: boolean;
  readonly launch: LaunchNote | undefined;
};
const warpSize = 32;

type Extent = { readonly site: CheckSite; readonly who: Thread; readonly text: string };

/** Freed memory that is kept from being used again, in all. */
const quarantineBytes = 256 << 20;
/** Allocations lie so far apart at least, larger ones further. */
const leastGap = 256;
const mostGap = 4 << 20;
/** Under which the launches of a real device are noted. */
export const lastLaunch = 0;
const keptLaunches = 4096;
/** Of an allocation so many stretches that nobody has written are told. */
const mostStretches = 8;
const barrierHelp =
  'help: put the barrier where every thread of the block comes to it; threads that have returned need not come';
const atLaunch = 'Saved host backtrace up to driver entry point at kernel launch time';
/** What new memory is filled with that the host may write. */
const filler = 0xcb;

export class Sanitizer {
  readonly #tools: ReadonlySet<CheckTool>;
  readonly #settings: CheckSettings;
  readonly #around: Surroundings;
  readonly #shadow: Shadow;
  readonly #isReal: boolean;
  readonly #allocations = new Allocations();
  readonly #launches = new Map<number, LaunchNote>();
  readonly #races: Races | undefined;
  readonly #sites: ReadonlyMap<number, CheckSite>;
  /** Transfers that races may be with, by numbers below 0. */
  readonly #transfers: Transfer[] = [];
  readonly #ofBlocks: (readonly [from: number, to: number])[] = [];
  /** Memory of host and device, some of which nobody may have written: address and bytes. */
  readonly #unset = new Map<number, number>();
  #running = { order: -1, work: 0 };
  #begun = 0;
  /** Of works, where single hazards are told. */
  readonly #shapes = new Map<number, Shape>();
  readonly #variables: ReadonlyMap<string, number>;
  /** Allocations that were all written when so many bytes had become unwritten. */
  readonly #written = new WeakMap<Allocation, number>();
  /** Counts what changes allocations. */
  generation = 0;
  readonly #found = new Found();
  #errors = 0;
  #shown = 0;
  readonly #extents: Extent[] = [];
  readonly #standing: Standing[] = [];
  /** What the next error of the API comes from. */
  #why: { readonly title: string; readonly details: readonly string[]; readonly from: Trace } | undefined;

  constructor(program: CheckedProgram, settings: CheckSettings, around: Surroundings) {
    // What is written of its memory is not kept of a real device: kernels know it of their own arrays.
    this.#tools = new Set(program.tools.filter((t) => !program.real || t !== 'init'));
    this.#settings = settings;
    this.#around = around;
    this.#isReal = program.real !== undefined;
    this.#shadow = new Shadow(around.memory, program.pages, program.real === undefined);
    this.#sites = new Map(sitesIn(around.memory, program.sites).map((s) => [s.id, s]));
    if (this.#tools.has('race')) {
      const order = new StreamOrder();
      this.order = order;
      this.#races = new Races({
        work: () => this.#running.work,
        isBefore: (a, b) => order.isBefore(a, b),
        isPrivate: (at) => this.#isPrivate(at),
        isOfBlock: (at) => this.#ofBlocks.some(([from, to]) => at >= from && at < to),
      });
    }
    this.#variables = new Map(program.variables.map((v) => [v.name, v.at]));
    for (const v of program.variables) {
      this.#shadow.allow(v.at, v.bytes, v.hostless);
      this.#allocations.add({ address: v.at, bytes: v.bytes, kind: 'variable', name: v.name, from: () => [] });
      if (v.unset && this.#tools.has('init')) this.#beginUnset(v.at, v.bytes, v.hostless ? 'device' : 'managed');
    }
    around.write(barLine('COMPUTE-SANITIZER'));
  }

  /** Whether all kernels must run on one thread of the machine. */
  get isSerial(): boolean {
    return this.#tools.has('race') || this.#tools.has('init');
  }

  get watchesWrites(): boolean {
    return this.#tools.has('init');
  }

  /** Behind the shared memory of a block lies what its threads keep for themselves. */
  #isPrivate(at: number): boolean {
    const of = this.#ofBlocks.find(([from, to]) => at >= from && at < to);
    if (!of) return this.#allocations.around(at)?.name === heapName;
    const launch = this.#launches.get(this.#running.order);
    return launch !== undefined && (at - of[0]) % launch.blockBytes >= launch.sharedBytes;
  }

  // what the device's memory does

  /** Bytes behind an allocation that are nobody's. */
  gapAfter(bytes: number): number {
    return Math.max(leastGap, Math.min(mostGap, Math.ceil(bytes / 4 / 256) * 256));
  }

  get quarantineBytes(): number {
    return quarantineBytes;
  }

  allocated(address: number, bytes: number, kind: 'device' | 'managed' | 'pinned'): void {
    this.#allocations.forget(address);
    this.generation++;
    const from = this.#around.trace();
    this.#allocations.add({ address, bytes, kind, from });
    const hostless = kind === 'device';
    this.#shadow.allow(address, bytes, hostless);
    const end = Math.ceil((address + bytes) / 8) * 8;
    this.#shadow.forbid(end, address + bytes + this.gapAfter(bytes) - end, hostless);
    if (this.#tools.has('init')) this.#beginUnset(address, bytes, kind);
    this.#races?.forget(address, bytes);
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
    return a !== undefined && !a.freed && to <= a.address + a.bytes;
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
    if (!a || to > a.address + a.bytes) return false;
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
  }

  /** Bytes of device memory that nobody has written by the time it goes: `--track-unused-memory`. */
  #tellUnused({ address, bytes, kind, from }: Allocation): void {
    if (!this.#settings.unusedMemory || !this.#tools.has('init') || kind !== 'device' || bytes === 0) return;
    const stretches = this.#shadow.unsetStretches(address, bytes);
    const unused = stretches.reduce((n, s) => n + s.bytes, 0);
    if (unused === 0) return;
    const lines = stretches
      .slice(0, mostStretches)
      .map((s) => `Not written ${grouped(s.bytes)} bytes at offset ${hex(s.at - address)} (${hex(s.at)})`);
    this.#report(
      'unused',
      `Unused memory in allocation ${hex(address)} of size ${grouped(bytes)} bytes`,
      from()[0],
      [
        ...(unused === bytes ? ['Not written any memory.'] : lines),
        `${((100 * unused) / bytes).toFixed(2)}% of allocation were unused.`,
        ...this.#frames('Saved host backtrace up to driver entry point at allocation time', from()),
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
    const races = this.#races;
    if (!this.isSerial) return undefined;
    const by = { code: 0, site: 0, thread: 0, block: 0, blockEpoch: 0, warpEpoch: 0, gridEpoch: 0, value: 0 };
    const set = (code: number, site: number, t: number, b: number, e: number, w: number, g: number, v: number) => {
      by.code = code;
      by.site = site;
      by.thread = t;
      by.block = b;
      by.blockEpoch = e;
      by.warpEpoch = w;
      by.gridEpoch = g;
      by.value = v;
      return by;
    };
    return (order) => {
      const begin = (): void => {
        const now = order();
        if (now !== this.#running.order) this.#running = { order: now, work: this.#launches.get(now)?.work ?? 0 };
      };
      return {
        'check.copied': (to = 0, from = 0, n = 0) => this.#shadow.copied(to, from, n),
        'check.written': (at = 0, n = 0) => this.#shadow.written(at, n),
        'check.access': (at = 0, code = 0, site = 0, t = 0, b = 0, e = 0, w = 0, g = 0, v = 0) => {
          begin();
          races?.access(at, set(code, site, t, b, e, w, g, v));
        },
        'check.stretch': (at = 0, n = 0, code = 0, site = 0, t = 0, b = 0, e = 0, w = 0, g = 0, v = 0) => {
          begin();
          races?.stretch(at, n, set(code, site, t, b, e, w, g, v));
        },
        'check.fence': (t = 0, b = 0, e = 0) => {
          begin();
          races?.fence(t, b, e);
        },
      };
    };
  }

  /** Storage of the blocks that run: of each block for itself. */
  ofBlocks(address: number, bytes: number): void {
    this.allow(address, bytes);
    this.#ofBlocks.push([address, address + bytes]);
  }

  beginLaunch(stream: StreamId, isBlocking: (id: StreamId) => boolean): void {
    this.seeWrites();
    this.#begun = this.order?.begin(stream, isBlocking) ?? 0;
  }

  /** Memory that the program registers. */
  allow(address: number, bytes: number): void {
    this.#shadow.allow(address, bytes, false);
  }

  launched(order: number, note: Omit<LaunchNote, 'from' | 'work' | 'stopped'>): void {
    this.#launches.set(order, { ...note, from: this.#around.trace(), work: this.#begun, stopped: new Set() });
    this.#launches.delete(order - keptLaunches);
    if (this.#races && this.#settings.races !== 'analysis') this.#shapes.set(this.#begun, note);
  }

  // what goes wrong

  /** Reports what instrumented code tells; gives the other lines. */
  take(lines: readonly PrintedLine[]): readonly PrintedLine[] {
    const others = lines.filter((line) => !this.#takeLine(line));
    this.#tellExtents();
    return others;
  }

  #takeLine({ items, sequence }: PrintedLine): boolean {
    const [first, ...rest] = items;
    const site = first?.kind === 'format' ? siteOf(first.text) : undefined;
    if (!site) return false;
    const [what = 0, address = 0, x = 0, y = 0, z = 0, bx = 0, by = 0, bz = 0, ...more] = rest.map((i) =>
      i.kind === 'integer' ? Number(i.value) : 0,
    );
    // A real device has numbers of its own for launches: what is told is of the last one.
    const launch = this.#launches.get(this.#isReal ? lastLaunch : sequence);
    if (!this.#isMeant(launch?.kernel ?? '')) return true;
    const who: Thread = { thread: [x, y, z], block: [bx, by, bz] };
    switch (findings[what]) {
      case 'access':
        this.#access(site, who, address, launch, more[0]);
        break;
      case 'uninitialised':
        this.#uninitialised(site, who, address, launch);
        break;
      case 'barrier':
        this.#wrongMask(site, who, more[0] ?? 0, launch);
        break;
      case 'divergent':
        this.#standing.push({ site, who, arrived: more[0] === 1, launch });
        break;
      case 'extent': {
        const [at = 0, lower = 0, upper = 0, open = 0] = more;
        const bounds = open ? `is less than ${lower}` : `is not from ${lower} to ${upper}`;
        const which = (site.dimension ?? 1) > 1 ? ` of dimension ${site.dimension}` : '';
        this.#extents.push({
          site: withProcedure(site, launch?.kernel ?? ''),
          who,
          text: `\`${site.designator}\`: subscript ${at}${which} ${bounds}`,
        });
        break;
      }
      default:
    }
    return true;
  }

  #isMeant(kernel: string): boolean {
    const names = [kernel, symbolOf(kernel)];
    const fits = ({ how, text }: KernelFilter): boolean =>
      names.some((n) => (how === 'name' ? n === text : how === 'part' ? n.includes(text) : new RegExp(text).test(n)));
    const { kernels, kernelsLeftOut } = this.#settings;
    return (kernels.length === 0 || kernels.some(fits)) && !kernelsLeftOut.some(fits);
  }

  #access(site: CheckSite, who: Thread, address: number, launch: LaunchNote | undefined, stretch?: number): void {
    const bytes = site.bytes || (stretch ?? 0);
    const known = this.#takeExtent(site, who);
    const misaligned = site.bytes > 1 && address % site.bytes !== 0;
    const near = this.#allocations.nearest(address);
    if (!this.#isFirst(who, launch)) return;
    const place = misaligned
      ? misalignedLines(address, near)
      : site.variable
        ? this.#inVariable(site, address)
        : addressLines(address, near);
    const isHost = !site.variable && known === undefined && near?.where !== 'inside' && this.#isHost(address);
    this.#report(
      'memory',
      `Invalid ${spaceName(site)} ${site.how} of size ${bytes} bytes`,
      site,
      [
        ...whereLines(site, who),
        ...place,
        ...deviceFrames(site),
        ...this.#frames(atLaunch, launch?.from()),
        ...sourceLines(site),
        ...(known ? [known] : []),
        ...(near && !site.variable && !isHost ? historyLines(near.allocation) : []),
        ...helpFor(site, misaligned, isHost, near?.allocation.freed !== undefined),
      ],
      launch?.from,
    );
    if (this.#settings.destroysContext) launch?.fail();
  }

  #inVariable({ variable, designator }: CheckSite, address: number): readonly string[] {
    const name = variable?.name.replace(/^.*\./, '') ?? '';
    const of = designator === '' ? '' : ` (${designator})`;
    return [
      `Access to ${hex(address)} is out of bounds`,
      variable?.bytes === undefined
        ? `and is not in the ${name} of the block${of}`
        : `and is not in the variable ${name}${of} of size ${variable.bytes} bytes`,
    ];
  }

  #isHost(address: number): boolean {
    return address >= 65536 && this.#around.memory.isOfHost(address);
  }

  #uninitialised(site: CheckSite, who: Thread, address: number, launch: LaunchNote | undefined): void {
    const near = this.#allocations.nearest(address);
    const inside = near?.where === 'inside' ? near : undefined;
    this.#report(
      'init',
      `Uninitialized ${spaceName(site)} memory read of size ${site.bytes} bytes`,
      site,
      [
        ...whereLines(site, who),
        `Address ${hex(address)}`,
        ...deviceFrames(site),
        ...this.#frames(atLaunch, launch?.from()),
        ...sourceLines(site),
        ...(inside
          ? [`byte ${grouped(inside.bytes)} of ${grouped(inside.allocation.bytes)}`, ...historyLines(inside.allocation)]
          : []),
      ],
      launch?.from,
    );
  }

  #wrongMask(site: CheckSite, who: Thread, mask: number, launch: LaunchNote | undefined): void {
    this.#report(
      'sync',
      'Barrier error detected. Invalid arguments.',
      site,
      [
        ...whereLines(site, who),
        ...deviceFrames(site),
        ...this.#frames(atLaunch, launch?.from()),
        ...sourceLines(site),
        `the mask ${hex(mask)} does not hold the lane of the caller`,
        'help: a mask must name all lanes that come to the call, and each of them must give the same one',
      ],
      launch?.from,
    );
    if (this.#settings.destroysContext) launch?.fail();
  }

  /** Threads of one warp that are at a barrier without the rest of it, or whole warps without others, as the real tool tells them apart. */
  #tellStanding(): boolean {
    const standing = this.#standing.splice(0);
    const [first] = standing;
    if (!first) return false;
    const warpOf = ({ who: { thread }, launch }: Standing): number => {
      const [x = 1, y = 1] = launch?.block ?? [];
      const [tx = 0, ty = 0, tz = 0] = thread;
      return Math.floor(((tz * y + ty) * x + tx) / warpSize);
    };
    const others = standing.filter((s) => !s.arrived);
    const torn = new Set(others.map(warpOf));
    const arrived = standing.filter((s) => s.arrived);
    const inWarps = arrived.filter((s) => torn.has(warpOf(s)));
    const missing = others.length === 1 ? 'one thread has' : `${grouped(others.length)} threads have`;
    for (const { site, who, launch } of inWarps.length > 0 ? inWarps : arrived)
      this.#report(
        'sync',
        `Barrier error detected. Divergent thread(s) in ${inWarps.length > 0 ? 'warp' : 'block'}.`,
        site,
        [
          ...whereLines(site, who),
          ...deviceFrames(site),
          ...this.#frames(atLaunch, launch?.from()),
          ...sourceLines(site),
          `${missing} not come, thread (${others[0]?.who.thread.join(',')}) among them`,
          barrierHelp,
        ],
        launch?.from,
      );
    return arrived.length > 0;
  }

  /** A kernel has stopped at a barrier that not all threads of a block come to. Gives whether it was told. */
  divergentBarrier(kernel: string, at: Span, block: readonly number[]): boolean {
    if (!this.#tools.has('sync')) return false;
    if (this.#tellStanding()) return true;
    const { line, column } = startOf(at);
    const source = lineText(at.source, line);
    this.#report(
      'sync',
      'Barrier error detected. Divergent thread(s) in block.',
      { path: at.source.path, line, column },
      [
        `at ${symbolOf(kernel)} in ${fileName(at.source.path)}:${line}`,
        `in block (${block.join(',')})`,
        ...sourceLines({
          source,
          line,
          column,
          width: Math.max(1, Math.min(at.to - at.from, source.length + 1 - column)),
        }),
        barrierHelp,
      ],
    );
    return true;
  }

  /** Of each thread of a launch the first wrong access is told: it would not have come further. */
  #isFirst({ thread, block }: Thread, launch: LaunchNote | undefined): boolean {
    if (!launch) return true;
    const name = `${thread} ${block}`;
    if (launch.stopped.has(name)) return false;
    launch.stopped.add(name);
    return true;
  }

  /** What was told of the same thread's subscript, which need not be told by itself then. */
  #takeExtent(site: CheckSite, who: Thread): string | undefined {
    const isSame = (e: Extent): boolean =>
      e.site.line === site.line && `${e.who.thread}` === `${who.thread}` && `${e.who.block}` === `${who.block}`;
    const found = this.#extents.findIndex(isSame);
    return found < 0 ? undefined : this.#extents.splice(found, 1)[0]?.text;
  }

  /** Subscripts that leave their arrays, but not the memory. */
  #tellExtents(): void {
    for (const { site, who, text } of this.#extents.splice(0))
      this.#report('memory', 'Subscript outside of the declared bounds', site, [
        ...whereLines(site, who),
        text,
        ...sourceLines(site),
      ]);
  }

  /** Host code has used memory that is the device's alone, or nobody's any more. */
  hostAccess(address: number, text: string): void {
    const site = siteOf(text);
    if (!site) return;
    const near = this.#allocations.nearest(address);
    const freed = near?.where === 'inside' && near.allocation.freed !== undefined;
    const what = freed ? 'freed memory' : 'device memory';
    this.#report('memory', `Invalid host ${site.how} of ${what} of size ${site.bytes} bytes`, site, [
      `at ${symbolOf(site.procedure)} in ${site.path.slice(site.path.lastIndexOf('/') + 1)}:${site.line}`,
      `Address ${hex(address)}`,
      ...(near ? [nearLine(near)] : []),
      ...sourceLines(site),
      ...(near ? historyLines(near.allocation) : []),
      `help: copy it to a host variable first (an assignment does), or declare it managed`,
    ]);
  }

  /** A call of the CUDA API has given an error. */
  apiError(name: string, code: number): void {
    if (!this.#tools.has('memory') || this.#settings.apiErrors === 'no' || code === 0 || code === 600) return;
    this.#tellExtents();
    const why = this.#why?.details ?? [];
    this.#why = undefined;
    const from = this.#around.trace()();
    this.#report(
      'api',
      `Program hit ${errorName(code)} (error ${code}) due to "${errorText(code)}" on CUDA API call to ${name}.`,
      from[0],
      [...this.#frames('Saved host backtrace up to driver entry point at error', from), ...why],
    );
  }

  /** Whether there is so much to read and to write. */
  fitsCopy({ to, from, toPitch, fromPitch, width, height }: Copy): boolean {
    const last = height - 1;
    return (
      this.#fits('cudaMemcpy', Number(to), toPitch * last + width, false) &&
      this.#fits('cudaMemcpy', Number(from), fromPitch * last + width, true)
    );
  }

  fitsFill({ to, pitch, patternBytes, count, height }: Fill): boolean {
    return this.#fits('cudaMemset', Number(to), pitch * (height - 1) + patternBytes * count, false);
  }

  /** Before a copy: whether it can be. */
  copied(copy: Copy, isDone: boolean, isBlocking: (id: StreamId) => boolean): boolean {
    const { to, from, toPitch, fromPitch, width, height } = copy;
    if (!this.fitsCopy(copy)) return false;
    this.#work(copy.stream, isDone, isBlocking, (work) => {
      const site = this.#transferSite(isDone ? 'cudaMemcpy' : 'cudaMemcpyAsync');
      for (let row = 0; row < height; row++) {
        this.#races?.transfer(work, Number(from) + row * fromPitch, width, false, site, !isDone);
        this.#races?.transfer(work, Number(to) + row * toPitch, width, true, site, !isDone);
      }
    });
    if (!this.#tools.has('init')) return true;
    this.seeWrites();
    this.#readsUnset(copy);
    for (let row = 0; row < height; row++)
      this.#shadow.copied(Number(to) + row * toPitch, Number(from) + row * fromPitch, width);
    return true;
  }

  #readsUnset(copy: Copy): void {
    const { from, fromPitch, width, height } = copy;
    for (let row = 0; row < height; row++) {
      const start = Number(from) + row * fromPitch;
      const at = this.#shadow.firstUnset(start, width);
      if (at === undefined) continue;
      const isVariable = this.#allocations.around(at)?.kind === 'variable';
      // Whole variables are often copied of which only a part is used.
      if (!isVariable || !this.#shadow.isPartlySet(start, width)) this.copiesUnset(copy, at);
      return;
    }
  }

  /** A copy hands on what nobody has written: the first byte of that. */
  copiesUnset({ from, fromPitch, width, height }: Copy, at: number): void {
    const bytes = fromPitch * (height - 1) + width;
    const a = this.#allocations.around(at);
    const frames = this.#around.trace()();
    const title = `Host API memory access error at host access to ${hex(Number(from))} of size ${grouped(bytes)} bytes`;
    this.#report('init', title, frames[0], [
      `Uninitialized access to ${hex(at)} on access by cudaMemcpy source`,
      ...this.#frames('Saved host backtrace up to driver entry point at error', frames),
      ...(a ? historyLines(a) : []),
    ]);
  }

  /** Before a fill. */
  filled(fill: Fill, isBlocking: (id: StreamId) => boolean): boolean {
    const { to, pitch, patternBytes, count, height } = fill;
    const width = patternBytes * count;
    if (!this.fitsFill(fill)) return false;
    this.#work(fill.stream, !fill.asynchronous, isBlocking, (work) => {
      const site = this.#transferSite('cudaMemset');
      for (let row = 0; row < height; row++)
        this.#races?.transfer(work, Number(to) + row * pitch, width, true, site, fill.asynchronous);
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
    this.#tellLater(`Invalid ${name}: ${isRead ? 'reads' : 'writes'} ${what}`, [
      `Address ${hex(address)} is ${grouped(address - a.address)} bytes inside the ${a.freed ? 'freed ' : ''}allocation at ${hex(a.address)} of size ${grouped(a.bytes)} bytes`,
      `${grouped(bytes)} bytes were asked for`,
      ...historyLines(a),
    ]);
    return false;
  }

  /** What was allocated there before it was freed: for a second free. */
  invalidFree(address: number, name: string): void {
    const a = this.#allocations.around(address);
    const again = a?.freed !== undefined && a.address === address;
    this.#tellLater(`Invalid ${name}: ${again ? 'the memory is free already' : 'no allocation begins there'}`, [
      `Address ${hex(address)}`,
      ...(a ? historyLines(a) : []),
    ]);
  }

  /** Why a call fails: told with its error, or by itself where the program is not given that. */
  #tellLater(title: string, details: readonly string[]): void {
    this.#tellWhy();
    this.#why = { title, details: [title, ...details], from: this.#around.trace() };
  }

  #tellWhy(): void {
    const why = this.#why;
    this.#why = undefined;
    if (!why || !this.#tools.has('memory')) return;
    this.#report('memory', why.title, why.from()[0], [
      ...this.#frames('Host backtrace', why.from()),
      ...why.details.slice(1),
    ]);
  }

  // the end

  /** What was found, each place once. */
  get found(): readonly FoundProblem[] {
    return this.#found.list();
  }

  /** Tells of leaks and writes the summary: gives the exit status. */
  finish(status: number): number {
    this.#tellExtents();
    this.#tellWhy();
    for (const a of this.#allocations.living()) this.#tellUnused(a);
    if (this.#settings.leaks || this.#tools.has('leak')) this.#leaks();
    if (this.#races) this.#tellRaces(this.#races);
    const errors = this.#errors;
    if (this.#tools.size === 1 && this.#races) return errors > 0 ? (this.#settings.errorExitCode ?? status) : status;
    this.#around.write(barLine(`ERROR SUMMARY: ${grouped(errors)} error${errors === 1 ? '' : 's'}`));
    if (errors > this.#shown)
      this.#around.write(
        barLine(
          `ERROR SUMMARY: ${grouped(errors - this.#shown)} errors were not printed. Use --print-limit option to adjust the number of printed errors`,
        ),
      );
    return errors > 0 ? (this.#settings.errorExitCode ?? status) : status;
  }

  /** All that collide with one access together. Threads of one warp are told of in a warning: they often run together. */
  #tellRaces(races: Races): void {
    let [errors, warnings] = [0, 0];
    for (const group of groupsOf(races.hazards.values())) {
      const [{ first }] = group;
      if (isOfLibrary({ path: this.#sites.get(first.site)?.path ?? '' })) continue;
      const isWarning = group.every((h) => h.inWarps);
      const title = `${isWarning ? 'Warning' : 'Error'}: Race reported between ${first.how} access ${this.#sideOf(first)}`;
      const others = group.map(
        ({ second, count }) => `and ${second.how} access ${this.#sideOf(second)} [${plural(count, 'hazard')}]`,
      );
      const sources = [first, ...group.map((h) => h.second)].map((side) => this.#sourceOf(side).join('\n'));
      const shown = [...new Set(sources)].flatMap((lines) => (lines === '' ? [] : lines.split('\n')));
      const details = [...others, ...shown, ...this.#raceHelp(group[0], isWarning)];
      const transfer = this.#transfers[-first.site - 1]?.from;
      const at = this.#sites.get(first.site) ?? transfer?.()[0];
      if (!this.#isMeant(this.#sites.get(first.site)?.kernel ?? '')) continue;
      if (!this.#keep('race', title, details, at, transfer ?? (() => []))) continue;
      if (isWarning) warnings++;
      else errors++;
      this.#shown++;
      if (errors + warnings > this.#settings.printLimit) continue;
      if (this.#settings.races !== 'analysis') this.#tellHazards(group);
      if (this.#settings.races !== 'hazard') this.#around.write(reportLines(title, details));
    }
    this.#errors += errors + (this.#settings.failsOnWarnings ? warnings : 0);
    const counts = `(${plural(errors, 'error')}, ${plural(warnings, 'warning')})`;
    this.#around.write(barLine(`RACECHECK SUMMARY: ${plural(errors + warnings, 'hazard')} displayed ${counts}`));
  }

  /** `--racecheck-report hazard`. */
  #tellHazards(group: readonly Hazard[]): void {
    const parts: HazardParts = {
      siteOf: (id) => this.#sites.get(id),
      placeOf: (side) => this.#sideOf(side),
      shapeOf: (work) => this.#shapes.get(work),
    };
    for (const sample of group.flatMap((h) => h.samples)) {
      const { title, details } = hazardReport(sample, parts);
      this.#around.write(reportLines(title, details));
    }
  }

  #raceHelp({ first, second }: Hazard, inWarps: boolean): readonly string[] {
    return raceHelp(this.#sites.get(first.site), this.#sites.get(second.site), first.work === second.work, inWarps);
  }

  #sideOf({ site: id }: Side): string {
    const site = this.#sites.get(id);
    if (site) return `at ${symbolOf(site.procedure)} in ${fileName(site.path)}:${site.line}`;
    const transfer = this.#transfers[-id - 1];
    const at = transfer?.from()[0];
    return `by ${transfer?.name ?? 'a transfer'}${at ? ` in ${fileName(at.path)}:${at.line}` : ''}`;
  }

  #sourceOf({ site: id }: Side): readonly string[] {
    const site = this.#sites.get(id);
    return site ? sourceLines(site) : [];
  }

  #leaks(): void {
    let [count, bytes] = [0, 0];
    for (const a of this.#allocations.living()) {
      count++;
      bytes += a.bytes;
      this.#report(
        'leak',
        `Leaked ${grouped(a.bytes)} bytes at ${hex(a.address)}`,
        a.from()[0],
        leakLines(a, this.#frames.bind(this)),
        a.from,
      );
    }
    this.#around.write(barLine(`LEAK SUMMARY: ${grouped(bytes)} bytes leaked in ${count} allocations`));
  }

  /** False where it is suppressed. */
  #keep(kind: string, title: string, details: readonly string[], at: Place | undefined, trace?: Trace): boolean {
    const { path, line, column = 1, procedure = '' } = at ?? { path: '', line: 0 };
    const { suppressions, xml } = this.#settings;
    const frames = suppressions.length > 0 || xml ? (trace ?? this.#around.trace())() : [];
    const found = { kind, title, details, path, line, column, procedure, frames };
    if (isSuppressed(suppressions, found)) return false;
    this.#found.add(found);
    return true;
  }

  #frames(title: string, frames: Backtrace | undefined): readonly string[] {
    return this.#settings.backtraces && frames ? frameLines(title, frames) : [];
  }

  /** `trace`: of the host's call that it is of; the one that runs where it is not given. */
  #report(kind: string, title: string, at: Place | undefined, details: readonly string[], trace?: Trace): void {
    // Libraries know of their own working storage what of it they use.
    if (kind === 'init' && at && isOfLibrary(at)) return;
    this.#tellWhy();
    if (!this.#keep(kind, title, details, at, trace)) return;
    this.#errors++;
    if (this.#shown >= this.#settings.printLimit) return;
    this.#shown++;
    this.#around.write(reportLines(title, details));
  }
}

type Transfer = { readonly name: string; readonly from: Trace };

function sitesIn(memory: ProgramMemory, { at, bytes }: CheckedProgram['sites']): readonly CheckSite[] {
  const sites: unknown = bytes === 0 ? [] : JSON.parse(memory.text(at, bytes));
  return Array.isArray(sites) ? sites : [];
}

function raceHelp(
  a: CheckSite | undefined,
  b: CheckSite | undefined,
  ofOneLaunch: boolean,
  inWarps: boolean,
): readonly string[] {
  if (!ofOneLaunch)
    return ['help: let the second wait for the first: one stream for both, an event, or a synchronisation'];
  if (a && a.id === b?.id)
    return ['help: let one thread do it, use an atomic operation, or give each thread a place of its own'];
  if (inWarps) return ['help: call syncwarp() between the two: the lanes of a warp need not run together'];
  if (a?.space === 'shared' || b?.space === 'shared') return ['help: call syncthreads() between the two'];
  return [
    'help: threads of a block can call syncthreads() between the two; blocks need another launch or atomic operations',
  ];
}

/** Those with one first side together. */
function groupsOf(hazards: Iterable<Hazard>): readonly (readonly [Hazard, ...Hazard[]])[] {
  const groups = new Map<string, [Hazard, ...Hazard[]]>();
  for (const h of hazards) {
    const name = `${h.first.site} ${h.first.how} ${h.first.work === h.second.work}`;
    const group = groups.get(name);
    if (group) group.push(h);
    else groups.set(name, [h]);
  }
  return [...groups.values()];
}

function plural(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** Subscripts are told of where only the line is known. */
function withProcedure(site: CheckSite, kernel: string): CheckSite {
  return site.procedure === '' ? { ...site, procedure: kernel, kernel } : site;
}

function leakLines(a: Allocation, frames: (title: string, of: Backtrace) => readonly string[]): readonly string[] {
  return frames('Saved host backtrace up to driver entry point at allocation time', a.from());
}

function helpFor(site: CheckSite, misaligned: boolean, isHost: boolean, freed: boolean): readonly string[] {
  if (freed) return ['help: free it once the last kernel that uses it is done'];
  if (isHost) return ['help: that is memory of the host: declare it device or managed'];
  if (misaligned)
    return [`help: an access of ${site.bytes} bytes needs an address that is a multiple of ${site.bytes}`];
  return [];
}
