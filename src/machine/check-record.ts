/**
 * What instrumented code tells of a mistake: a printed line whose first item is a format that begins with `checkMark` and goes on with its site as JSON, then whole
 * numbers: what was found (a place in `findings`), the address, the thread in its block and the block in its grid (x, y, z from 0 each), and what the finding needs beyond that.
 */
import type { Space } from './check-tools.ts';

export const checkMark = '\u0001check ';

export const findings = ['access', 'extent', 'uninitialised', 'race', 'barrier', 'divergent', 'free'] as const;
export type Finding = (typeof findings)[number];

/** An access in the source. */
export type CheckSite = {
  /** Of its own in the whole program, from 1. */
  readonly id: number;
  readonly how: 'read' | 'write' | 'atomic' | 'barrier';
  /** 0: as many as the statement says when it runs. */
  readonly bytes: number;
  /** Of what begins there, where that is more. */
  readonly align?: number;
  readonly space: Space;
  /** The procedure that it stands in, and the kernel that runs it; '' where several may. */
  readonly procedure: string;
  readonly kernel: string;
  readonly path: string;
  readonly line: number;
  /** Of the designator, or of the statement: from 1. */
  readonly column: number;
  readonly width: number;
  /** The line as it stands in the source. */
  readonly source: string;
  /** The designator as it is written; '' where it is not known. */
  readonly designator: string;
  /** The variable that all of the access must lie in, where it is known. */
  readonly variable?: { readonly name: string; readonly bytes?: number };
  /** Of a subscript. */
  readonly dimension?: number;
};

export function siteText(site: CheckSite): string {
  return `${checkMark}${JSON.stringify(site)}`;
}

/** Undefined where the text is no site. */
export function siteOf(text: string): CheckSite | undefined {
  if (!text.startsWith(checkMark)) return undefined;
  const site: unknown = JSON.parse(text.slice(checkMark.length));
  return isSite(site) ? site : undefined;
}

function isSite(value: unknown): value is CheckSite {
  return typeof value === 'object' && value !== null && 'id' in value && 'how' in value && 'line' in value;
}
