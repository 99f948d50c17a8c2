/**
 * Copies and fills that the host has not waited for, as stretches of memory: who has used which word is written down of them only where a work begins that nothing orders
 * with them.
 */
export type KeptTransfer = {
  readonly work: number;
  readonly at: number;
  readonly bytes: number;
  readonly isWrite: boolean;
  readonly site: number;
};

export type TransferOrder = {
  readonly isBefore: (first: number, second: number) => boolean;
  /** Whether the host knows that it is done. */
  readonly isDone: (work: number) => boolean;
};

/** What is done is looked for when so many are kept. */
const someKept = 64;

export class KeptTransfers {
  readonly #order: TransferOrder;
  #kept: KeptTransfer[] = [];
  #most = someKept;

  constructor(order: TransferOrder) {
    this.#order = order;
  }

  add(t: KeptTransfer): void {
    const same = this.#kept.findIndex((k) => k.at === t.at && k.bytes === t.bytes && k.isWrite === t.isWrite);
    if (same >= 0 && this.#order.isBefore(this.#kept[same]!.work, t.work)) this.#kept[same] = t;
    else this.#kept.push(t);
    if (this.#kept.length < this.#most) return;
    this.#kept = this.#kept.filter((k) => !this.#order.isDone(k.work));
    this.#most = 2 * this.#kept.length + someKept;
  }

  /** Those that may go on at the same time as a work: they are kept no longer. */
  besides(work: number): readonly KeptTransfer[] {
    if (this.#kept.length === 0) return this.#kept;
    const { isBefore } = this.#order;
    const besides = this.#kept.filter((k) => !isBefore(k.work, work) && !isBefore(work, k.work));
    if (besides.length > 0) this.#kept = this.#kept.filter((k) => !besides.includes(k));
    return besides;
  }

  /** Memory that is new. */
  forget(at: number, bytes: number): void {
    const end = at + bytes;
    if (!this.#kept.some((k) => k.at < end && at < k.at + k.bytes)) return;
    this.#kept = this.#kept.flatMap((k) => {
      const rest = [
        { from: k.at, to: Math.min(at, k.at + k.bytes) },
        { from: Math.max(end, k.at), to: k.at + k.bytes },
      ];
      return rest.flatMap(({ from, to }) => (from < to ? [{ ...k, at: from, bytes: to - from }] : []));
    });
  }
}
