/**
 * Races of host code with the device: managed and pinned data that the host uses while a kernel or a copy that uses it too, one of them to write, may still run. Of each work is kept
 * where it goes in such memory; the shadow marks these places, so that host code asks there alone.
 */
import { type CheckSite, siteOf } from '../../machine/check-record.ts';
import type { Shadow } from './shadow.ts';

/** Where a work of the device goes: `site` is an access of its kernel, or the number of a transfer (below 0). */
export type Touch = {
  readonly from: number;
  readonly to: number;
  readonly isWrite: boolean;
  readonly site: CheckSite | number;
};

type Busy = Touch & { readonly work: number };

export type HostRaceParts = {
  readonly shadow: Shadow;
  /** Whether the host knows that a work is done. */
  readonly isDone: (work: number) => boolean;
  /** Whether a function of a stream runs, which may know more than the host. */
  readonly isHostFunction: () => boolean;
  readonly tell: (device: Touch & { readonly work: number }, host: CheckSite) => void;
};

export class HostRaces {
  readonly #parts: HostRaceParts;
  #busy: Busy[] = [];

  constructor(parts: HostRaceParts) {
    this.#parts = parts;
  }

  /** A work begins. */
  begin(work: number, touches: readonly Touch[]): void {
    this.#forgetDone();
    for (const touch of touches) {
      this.#busy.push({ ...touch, work });
      this.#parts.shadow.setBusy(touch.from, touch.to, true);
    }
  }

  /** Host code uses a place that is marked; `text` says where it does. */
  used(address: number, text: string): void {
    const { isDone, isHostFunction } = this.#parts;
    if (!isHostFunction()) this.#forgetDone();
    const others = this.#busy.filter((b) => address < b.to && address + 8 > b.from && !isDone(b.work));
    const host = others.length > 0 ? siteOf(text) : undefined;
    if (!host) return;
    const isRace = (b: Busy): boolean => address + host.bytes > b.from && (b.isWrite || host.how === 'write');
    const other = others.find(isRace);
    if (other) this.#parts.tell(other, host);
  }

  /** Memory that is gone. */
  forget(from: number, to: number): void {
    this.#busy = this.#busy.filter((b) => b.to <= from || b.from >= to);
  }

  #forgetDone(): void {
    const done = this.#busy.filter((b) => this.#parts.isDone(b.work));
    if (done.length === 0) return;
    for (const { from, to } of done) this.#parts.shadow.setBusy(from, to, false);
    this.#busy = this.#busy.filter((b) => !done.includes(b));
    // Places of several launches.
    for (const { from, to } of this.#busy) this.#parts.shadow.setBusy(from, to, true);
  }
}
