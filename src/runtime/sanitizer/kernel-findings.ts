/** What instrumented kernels tell of while they run (`machine/check-record.ts`), as reports. */
import { lineText, type Span, startOf } from '../../base/source.ts';
import { type CheckSite, findings, siteOf } from '../../machine/check-record.ts';
import { type CheckTool, heapAnswers } from '../../machine/check-tools.ts';
import { signatureOf, symbolOf } from '../../machine/symbols.ts';
import type { ProgramMemory } from '../program-memory.ts';
import type { PrintedLine } from '../sim/prints.ts';
import { type Allocations, leastGap, type Nearest, type Trace } from './allocations.ts';
import {
  addressLines,
  countedFrom,
  deviceFrames,
  grouped,
  hex,
  historyLines,
  misalignedLines,
  placeText,
  sourceLines,
  spaceName,
  type Thread,
  whereLines,
} from './report-text.ts';
import type { Reporter } from './reporter.ts';
import type { CheckSettings, KernelFilter } from './settings.ts';

/** A launch that findings may come from. */
export type LaunchNote = {
  readonly kernel: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** Blocks that reach each other's shared memory. */
  readonly cluster: readonly [number, number, number];
  readonly from: Trace;
  readonly fail: () => void;
  /** Whether its findings are asked for. */
  readonly isChecked: boolean;
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

const barrierHelp =
  'help: put the barrier where every thread of the block comes to it; threads that have returned need not come';
const atLaunch = 'Saved host backtrace up to driver entry point at kernel launch time';

export type KernelParts = {
  readonly tools: ReadonlySet<CheckTool>;
  readonly settings: CheckSettings;
  readonly memory: ProgramMemory;
  readonly allocations: Allocations;
  readonly reporter: Reporter;
  /** The launch that a printed line is of. */
  readonly launchOf: (sequence: number) => LaunchNote | undefined;
  /** Of memory that each block has for itself: how far behind the first byte of its block. */
  readonly inBlock: (address: number, blockBytes: number) => number | undefined;
};

export class KernelFindings {
  readonly #tools: ReadonlySet<CheckTool>;
  readonly #settings: CheckSettings;
  readonly #memory: ProgramMemory;
  readonly #allocations: Allocations;
  readonly #reporter: Reporter;
  readonly #launchOf: KernelParts['launchOf'];
  readonly #inBlock: KernelParts['inBlock'];
  readonly #extents: Extent[] = [];
  readonly #standing: Standing[] = [];

  constructor({ tools, settings, memory, allocations, reporter, launchOf, inBlock }: KernelParts) {
    this.#tools = tools;
    this.#settings = settings;
    this.#memory = memory;
    this.#allocations = allocations;
    this.#reporter = reporter;
    this.#launchOf = launchOf;
    this.#inBlock = inBlock;
  }

  /** Reports what instrumented code tells; gives the other lines. */
  take(lines: readonly PrintedLine[]): readonly PrintedLine[] {
    const others = lines.filter((line) => !this.#takeLine(line));
    this.tellExtents();
    return others;
  }

  #takeLine({ items, sequence }: PrintedLine): boolean {
    const [first, ...rest] = items;
    const site = first?.kind === 'format' ? siteOf(first.text) : undefined;
    if (!site) return false;
    const [what = 0, address = 0, x = 0, y = 0, z = 0, bx = 0, by = 0, bz = 0, ...more] = rest.map((i) =>
      i.kind === 'integer' ? Number(i.value) : 0,
    );
    const launch = this.#launchOf(sequence);
    if (launch ? !launch.isChecked : !this.isMeant('')) return true;
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
      case 'free':
        this.#wrongFree(site, who, address, heapAnswers[more[0] ?? 0] === 'free already', launch);
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

  /** Whether findings of a kernel are asked for. */
  isMeant(kernel: string): boolean {
    const names = [kernel, symbolOf(kernel), signatureOf(kernel)];
    const fits = ({ how, text }: KernelFilter): boolean =>
      names.some((n) => (how === 'name' ? n === text : how === 'part' ? n.includes(text) : new RegExp(text).test(n)));
    const { kernels, kernelsLeftOut } = this.#settings;
    return (kernels.length === 0 || kernels.some(fits)) && !kernelsLeftOut.some(fits);
  }

  #where(site: CheckSite, { thread, block }: Thread): readonly string[] {
    return whereLines(this.#reporter.names, site, { thread: this.#counted(thread), block: this.#counted(block) });
  }

  #deviceFrames(site: CheckSite): readonly string[] {
    return this.#settings.deviceFrames ? deviceFrames(this.#reporter.names, site) : [];
  }

  #counted(n: readonly number[]): readonly number[] {
    return countedFrom(this.#settings.countsFrom, n);
  }

  #access(site: CheckSite, who: Thread, address: number, launch: LaunchNote | undefined, stretch?: number): void {
    const known = this.#takeExtent(site, who);
    const align = site.align ?? site.bytes;
    const misaligned = align > 1 && address % align !== 0;
    const bytes = (misaligned ? align : site.bytes) || (stretch ?? 0);
    const isNull = !site.variable && address < nullPage;
    const near = isNull ? undefined : this.#allocations.nearest(address);
    if (!this.#isFirst(who, launch)) return;
    const place = misaligned
      ? misalignedLines(address, site.variable ? undefined : near)
      : site.variable
        ? this.#inVariable(site, address)
        : addressLines(address, near);
    const isFreed = near?.where === 'inside' && near.allocation.freed !== undefined;
    const isHost = !isNull && !site.variable && known === undefined && !isNear(near) && this.#isHost(address);
    this.#reporter.report(
      'memory',
      `Invalid ${this.#spaceName(site, address, launch)} ${site.how} of size ${bytes} bytes`,
      site,
      [
        ...this.#where(site, who),
        ...place,
        ...this.#deviceFrames(site),
        ...this.#reporter.frames(atLaunch, launch?.from()),
        ...sourceLines(site),
        ...(known ? [known] : []),
        ...(near && !site.variable && !isHost ? historyLines(this.#reporter.names, near.allocation) : []),
        ...(isNull ? [helpForNull] : helpFor(site, misaligned, isHost, isFreed)),
      ],
      launch?.from,
    );
    if (this.#settings.destroysContext) launch?.fail();
  }

  /** Where an address goes that the code does not say it of. */
  #spaceName(site: CheckSite, address: number, launch: LaunchNote | undefined): string {
    const within = site.space === 'generic' && launch ? this.#inBlock(address, launch.blockBytes) : undefined;
    if (within === undefined || !launch) return spaceName(site);
    return spaceName({ ...site, space: within < launch.sharedBytes ? 'shared' : 'local' });
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
    return address >= 65536 && this.#memory.isOfHost(address);
  }

  #uninitialised(site: CheckSite, who: Thread, address: number, launch: LaunchNote | undefined): void {
    const space = this.#spaceName(site, address, launch);
    const { initSpaces } = this.#settings;
    if (initSpaces !== 'all' && space !== `__${initSpaces}__`) return;
    const near = this.#allocations.nearest(address);
    const inside = near?.where === 'inside' ? near : undefined;
    this.#reporter.report(
      'init',
      `Uninitialized ${space} memory read of size ${site.bytes} bytes`,
      site,
      [
        ...this.#where(site, who),
        `Address ${hex(address)}`,
        ...this.#deviceFrames(site),
        ...this.#reporter.frames(atLaunch, launch?.from()),
        ...sourceLines(site),
        ...(inside
          ? [
              `byte ${grouped(inside.bytes)} of ${grouped(inside.allocation.bytes)}`,
              ...historyLines(this.#reporter.names, inside.allocation),
            ]
          : []),
      ],
      launch?.from,
    );
  }

  /** On the heap of kernels. */
  #wrongFree(site: CheckSite, who: Thread, address: number, again: boolean, launch: LaunchNote | undefined): void {
    if (!this.#tools.has('memory')) return;
    const near = this.#allocations.nearest(address);
    this.#reporter.report(
      'memory',
      `Malloc/Free error encountered : ${again ? 'Double free' : 'Invalid pointer to free'}`,
      site,
      [
        ...this.#where(site, who),
        `Address ${hex(address)}`,
        ...this.#deviceFrames(site),
        ...this.#reporter.frames(atLaunch, launch?.from()),
        ...sourceLines(site),
        ...(near ? historyLines(this.#reporter.names, near.allocation) : []),
      ],
      launch?.from,
    );
    if (this.#settings.destroysContext) launch?.fail();
  }

  #wrongMask(site: CheckSite, who: Thread, mask: number, launch: LaunchNote | undefined): void {
    this.#reporter.report(
      'sync',
      'Barrier error detected. Invalid arguments.',
      site,
      [
        ...this.#where(site, who),
        ...this.#deviceFrames(site),
        ...this.#reporter.frames(atLaunch, launch?.from()),
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
      this.#reporter.report(
        'sync',
        `Barrier error detected. Divergent thread(s) in ${inWarps.length > 0 ? 'warp' : 'block'}.`,
        site,
        [
          ...this.#where(site, who),
          ...this.#deviceFrames(site),
          ...this.#reporter.frames(atLaunch, launch?.from()),
          ...sourceLines(site),
          `${missing} not come, thread (${this.#counted(others[0]?.who.thread ?? []).join(',')}) among them`,
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
    this.#reporter.report(
      'sync',
      'Barrier error detected. Divergent thread(s) in block.',
      { path: at.source.path, line, column },
      [
        placeText(this.#reporter.names, { procedure: kernel, path: at.source.path, line }),
        `in block (${this.#counted(block).join(',')})`,
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
  tellExtents(): void {
    for (const { site, who, text } of this.#extents.splice(0))
      this.#reporter.report('memory', 'Subscript outside of the declared bounds', site, [
        ...this.#where(site, who),
        text,
        ...sourceLines(site),
      ]);
  }
}

/** Subscripts are told of where only the line is known. */
function withProcedure(site: CheckSite, kernel: string): CheckSite {
  return site.procedure === '' ? { ...site, procedure: kernel, kernel } : site;
}

/** Bytes from address 0 on where nothing ever lies. */
const nullPage = 65_536;

const helpForNull =
  'help: what is not allocated, or points to nothing, has the address 0: allocate it, or associate it, before the launch';

function helpFor(site: CheckSite, misaligned: boolean, isHost: boolean, freed: boolean): readonly string[] {
  if (freed) return ['help: free it once the last kernel that uses it is done'];
  if (isHost) return ['help: that is memory of the host: declare it device or managed'];
  const align = site.align ?? site.bytes;
  if (misaligned) return [`help: an access of ${align} bytes needs an address that is a multiple of ${align}`];
  return [];
}

/** In an allocation, or in what is kept free around it. */
function isNear(near: Nearest | undefined): boolean {
  return near !== undefined && (near.where === 'inside' || near.bytes <= leastGap);
}
