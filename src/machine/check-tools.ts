/** What checks are made of a program while it runs, and where they keep their books. */

export const checkTools = ['memory', 'init', 'race', 'sync', 'leak'] as const;
export type CheckTool = (typeof checkTools)[number];
export type CheckTools = ReadonlySet<CheckTool>;

/** As the IR has them. */
export type Space = 'host' | 'global' | 'shared' | 'constant' | 'local' | 'generic';

/**
 * The shadow of memory: for each MiB of addresses the address of its books (8 bytes each, a variable of the program). Books begin with a byte for each 8 bytes of memory:
 * how many of these the device may use (its low four bits: 0 to 8), and whether the host may not (`hostless`). Then, where initialisation is checked, a bit for each
 * byte: 1 where nothing was written.
 */
export const shadow = {
  pages: 'cufort.check.pages',
  /** A variable with the sites that code tells of by their numbers, as JSON. */
  sites: 'cufort.check.sites',
  pageBits: 20,
  pageCount: 1 << 14,
  granuleBits: 3,
  hostless: 16,
} as const;
export const shadowStateBytes = 1 << (shadow.pageBits - shadow.granuleBits);

/**
 * On a real device: a variable with how many allocations there are, and from one entry on where each begins and ends, in order, and how far behind each byte there is one that
 * says whether it was written (0: nobody keeps that). Behind all lie `windowBytes` of room for what the host reads of those.
 */
export const memoryTable = {
  name: 'cufort.check.memory',
  most: 4096,
  entryBytes: 32,
  end: 8,
  twin: 16,
  windowBytes: 1 << 16,
} as const;

/** Bytes between variables, so that a neighbour hides no near miss. */
export const variableGap = 256;

/** Tools that look on a real device; for the others programs are simulated. */
export const toolsOnDevice: CheckTools = new Set<CheckTool>(['memory', 'init', 'leak']);

/** How an access is told to whoever looks for races: bits of `check.access`'s second argument. */
export const accessKinds = { read: 0, write: 1, atomic: 2 } as const;
export const accessBits = { bytes: 15, kind: 4, volatile: 1 << 6, valued: 1 << 7 } as const;

export function accessCode(how: keyof typeof accessKinds, bytes: number, isVolatile: boolean, valued: boolean): number {
  return (
    bytes |
    (accessKinds[how] << accessBits.kind) |
    (isVolatile ? accessBits.volatile : 0) |
    (valued ? accessBits.valued : 0)
  );
}

/** Functions of the runtime that instrumented kernels call. */
export const kernelCheckNames: ReadonlySet<string> = new Set([
  'check.access',
  'check.stretch',
  'check.fence',
  'check.copied',
  'check.written',
]);
