/** Lines that device threads handed over in parts, put together again. */
import type { PrintedItem, PrintedLine } from './sim/prints.ts';

export class PrintedParts {
  readonly #begun = new Map<string, PrintedItem[]>();

  /** The lines that are whole now. */
  join(records: readonly PrintedLine[]): readonly PrintedLine[] {
    const lines: PrintedLine[] = [];
    for (const record of records) {
      const last = record.items.at(-1);
      if (last?.kind !== 'part') lines.push(record);
      else {
        const items = this.#add(record, last.value >> 1n);
        if (last.value & 1n) lines.push({ ...record, items: this.#take(record, last.value >> 1n, items) });
      }
    }
    return lines;
  }

  #add(record: PrintedLine, thread: bigint): PrintedItem[] {
    const key = keyOf(record, thread);
    const items = this.#begun.get(key) ?? [];
    items.push(...record.items.slice(0, -1));
    this.#begun.set(key, items);
    return items;
  }

  #take(record: PrintedLine, thread: bigint, items: readonly PrintedItem[]): readonly PrintedItem[] {
    this.#begun.delete(keyOf(record, thread));
    return items;
  }
}

function keyOf({ sequence, block }: PrintedLine, thread: bigint): string {
  return `${sequence} ${block} ${thread}`;
}
