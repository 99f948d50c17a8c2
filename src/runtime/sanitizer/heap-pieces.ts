/** What kernels have allocated on their heap: it is used as other allocations are, and nothing else of the heap may be used. */
import type { CheckSite } from '../../machine/check-record.ts';
import { heapAnswers } from '../../machine/check-tools.ts';
import type { Allocations, Trace } from './allocations.ts';
import type { Shadow } from './shadow.ts';

export type HeapParts = {
  readonly allocations: Allocations;
  readonly shadow: Shadow;
  /** Else all of the heap may be used. */
  readonly isChecked: boolean;
  readonly keepsInitialisation: boolean;
  readonly siteOf: (id: number) => CheckSite | undefined;
  /** Memory is another one's now. */
  readonly changed: (address: number, bytes: number) => void;
};

/** Freed pieces are kept up to so many bytes. */
const keptBytes = 4 << 20;

export class HeapPieces {
  /** Freed pieces that nobody else is given yet. */
  readonly #kept: { readonly address: number; readonly bytes: number }[] = [];
  #keptBytes = 0;
  readonly #parts: HeapParts;

  constructor(parts: HeapParts) {
    this.#parts = parts;
  }

  /** `address`: 0 where there was no room. */
  allocated(address: number, bytes: number, site: number): void {
    if (address === 0 || !this.#parts.isChecked) return;
    const { allocations, shadow, keepsInitialisation, siteOf, changed } = this.#parts;
    allocations.forget(address);
    allocations.add({ address, bytes, kind: 'heap', from: placeOf(siteOf(site)) });
    shadow.allow(address, bytes, true);
    if (keepsInitialisation) shadow.unset(address, bytes);
    changed(address, bytes);
  }

  /** Whether an address may be freed: a place in `heapAnswers`. */
  frees(address: number): number {
    if (address === 0) return heapAnswers.indexOf('may');
    if (!this.#parts.isChecked) {
      this.#kept.push({ address, bytes: 0 });
      return heapAnswers.indexOf('may');
    }
    const { allocations, shadow, changed } = this.#parts;
    const piece = allocations.at(address);
    if (piece?.kind !== 'heap') return heapAnswers.indexOf('no allocation');
    if (piece.freed) return heapAnswers.indexOf('free already');
    piece.freed = () => [];
    shadow.forbid(address, piece.bytes, true);
    changed(address, piece.bytes);
    this.#kept.push({ address, bytes: piece.bytes });
    this.#keptBytes += piece.bytes;
    return heapAnswers.indexOf('may');
  }

  /** The next piece that goes back to the heap; 0: none. `isFull`: there is no room without those that are kept. */
  released(isFull: boolean): number {
    if (this.#parts.isChecked && this.#keptBytes <= (isFull ? 0 : keptBytes)) return 0;
    const first = this.#kept.shift();
    this.#keptBytes -= first?.bytes ?? 0;
    return first?.address ?? 0;
  }
}

function placeOf(site: CheckSite | undefined): Trace {
  return () => (site ? [{ procedure: site.procedure, path: site.path, line: site.line }] : []);
}
