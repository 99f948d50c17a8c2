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
  pageBits: 20,
  pageCount: 1 << 14,
  granuleBits: 3,
  hostless: 16,
} as const;
export const shadowStateBytes = 1 << (shadow.pageBits - shadow.granuleBits);
