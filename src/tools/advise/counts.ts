/** What the blocks of a kernel that were looked at did, by place in the source. */
import type { Span } from '../../base/source.ts';

/** Loads, stores and atomics of one place; numbers are of warps' requests. */
export type Site = {
  readonly at: Span;
  readonly what: 'load' | 'store' | 'atomic';
  readonly space: 'global' | 'shared' | 'constant' | 'local';
  /** Of a parameter by its number, of a variable by its name. */
  readonly base: number | string | undefined;
  readonly bytes: number;
  /** The place depends on what memory holds: an index that is loaded. */
  readonly indirect: boolean;
  /** Atomics: on real numbers. */
  readonly isReal: boolean;
  requests: number;
  lanes: number;
  /** Sectors of 32 bytes, and as few as would do for the bytes that lanes asked for. */
  sectors: number;
  least: number;
  /** Sectors that the first-level cache had. */
  hits: number;
  /** Lines of 128 bytes. */
  lines: number;
  /** Shared memory, and loads through the first-level cache: passes over the banks. Constant memory: different addresses. Atomics: most lanes at one address. */
  passes: number;
  /** Requests of a warp to the places of its request before. */
  again: number;
  /** Lines in which a store writes a sector in part. */
  partial: number;
  /** Atomics: of each sector the lanes behind the first one at the address where most meet. */
  stacked: number;
  /** Different lines that atomic functions have met. */
  readonly met: Set<number>;
  /** By the bytes between neighbouring lanes: how often. */
  readonly strides: Map<number, number>;
};

/** `lost`: lanes that waited while others ran a side of it. */
export type Branch = { readonly at: Span; runs: number; divergent: number; lost: number; lanes: number };

/** Instructions of warps by the units that run them. */
export const units = ['fp32', 'fp64', 'int', 'special', 'control'] as const;
export type UnitName = (typeof units)[number];

/** Instructions at a line. */
export type Line = { readonly at: Span; instructions: number; doubles: number; divisions: number };

export class Counts {
  readonly sites: Site[] = [];
  readonly branches: Branch[] = [];
  readonly lines = new Map<string, Line>();
  readonly instructions: Record<UnitName, number> = { fp32: 0, fp64: 0, int: 0, special: 0, control: 0 };
  /** Floating-point operations of lanes that took part. */
  flops = 0;
  doubleFlops = 0;
  /** Lanes that took part in instructions, of 32 each. */
  activeLanes = 0;
  barriers = 0;
  /** Shuffles and votes. */
  exchanges = 0;
  blocks = 0;
  warps = 0;
  /** Cycles of the slowest warp of each block, were it alone. */
  readonly blockCycles: number[] = [];
  /** Of the first and the last block of the grid. */
  endCycles: readonly number[] = [];
  /** Sectors that went beyond the first-level cache; one alone of its line counts as two. */
  beyond = 0;
  /** Bytes of memory that they cost, by the allocation that they lie in; of reads those without an order. */
  readonly read = new Map<number, number>();
  readonly written = new Map<number, number>();
  readonly scattered = new Map<number, number>();
  /** The first and the last line that was touched of each allocation. */
  readonly extents = new Map<number, { first: number; last: number }>();

  get issued(): number {
    const { fp32, fp64, int, special, control } = this.instructions;
    return fp32 + fp64 + int + special + control + this.sites.reduce((sum, site) => sum + site.requests, 0);
  }

  site(given: Pick<Site, 'at' | 'what' | 'space' | 'base' | 'bytes' | 'indirect' | 'isReal'>): Site {
    const zeros = {
      requests: 0,
      lanes: 0,
      sectors: 0,
      least: 0,
      hits: 0,
      lines: 0,
      passes: 0,
      again: 0,
      partial: 0,
      stacked: 0,
    };
    const site: Site = { ...given, ...zeros, strides: new Map(), met: new Set() };
    this.sites.push(site);
    return site;
  }

  branch(at: Span): Branch {
    const branch: Branch = { at, runs: 0, divergent: 0, lost: 0, lanes: 0 };
    this.branches.push(branch);
    return branch;
  }

  line(at: Span): Line {
    const key = `${at.source.path}:${at.from}`;
    const line = this.lines.get(key) ?? { at, instructions: 0, doubles: 0, divisions: 0 };
    this.lines.set(key, line);
    return line;
  }
}
