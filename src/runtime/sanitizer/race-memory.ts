/** Who has used each word of memory last, as the program's own functions keep it in its memory (machine/check-tools.ts), and what is done now. */
import { raceCells, raceFlags, raceSlot, raceState } from '../../machine/check-tools.ts';
import type { ProgramMemory } from '../program-memory.ts';
import type { KeptTransfer } from './kept-transfers.ts';

const pageBytes = 1 << raceCells.pageBits;
const cellBytes = 1 << raceCells.cellBits;
/** Of one page of memory. */
const cellsBytes = (pageBytes / 4) * cellBytes;
const tableBytes = 8 << raceCells.tableBits;

export type SlotField = keyof typeof raceSlot;

export class RaceMemory {
  readonly #memory: ProgramMemory;
  /** Of what is done now. */
  readonly #state: number;
  readonly #table: number;

  /** `state`: the address of the variable for what is done now. */
  constructor(memory: ProgramMemory, state: number) {
    this.#memory = memory;
    this.#state = state;
    this.#table = memory.allocate(tableBytes);
    memory.bytes(this.#table, tableBytes).fill(0);
    this.#setLong(state + 4 * raceState.table, this.#table);
  }

  /** A field of a slot at this address. */
  of(slot: number, field: SlotField): number {
    return this.#memory.view.getInt32(slot + 4 * raceSlot[field], true);
  }

  now(field: SlotField | 'isWrite' | 'fences'): number {
    return this.#memory.view.getInt32(this.#placeOf(field), true);
  }

  set(field: SlotField | 'isWrite' | 'fences' | 'keeps', value: number): void {
    this.#memory.view.setInt32(this.#placeOf(field), value, true);
  }

  #placeOf(field: SlotField | 'isWrite' | 'fences' | 'keeps'): number {
    const word = field in raceSlot ? raceSlot[field as SlotField] : raceState[field as 'isWrite'];
    return this.#state + 4 * word;
  }

  /** The word that is used. */
  get at(): number {
    return Number(this.#memory.view.getBigUint64(this.#state + 4 * raceState.at, true));
  }

  /** What was asked of the works before is of no use for another one. */
  forgetAnswers(): void {
    this.#memory.bytes(this.#state + 4 * raceState.asked, 4 * raceState.keptAnswers).fill(0);
  }

  /** A stretch that each block has for itself. */
  addRange(from: number, to: number): void {
    const place = this.#state + 4 * raceState.ranges;
    const count = this.#memory.view.getInt32(place, true);
    if (count === raceState.mostRanges) return;
    this.#setLong(this.#state + 4 * raceState.range + 16 * count, from);
    this.#setLong(this.#state + 4 * raceState.range + 16 * count + 8, to);
    this.#memory.view.setInt32(place, count + 1, true);
  }

  /** Makes the page of an address: where its cells begin, 0 where there is no room. */
  page(address: number): number {
    const cells = this.#memory.allocate(cellsBytes, cellBytes);
    if (cells === 0) return 0;
    this.#memory.bytes(cells, cellsBytes).fill(0);
    this.#setLong(this.#table + 8 * numberOf(address), cells);
    return cells;
  }

  /** Writes down that a transfer has used its words, but for those that a later work has. */
  keep({ work, at, bytes, isWrite, site }: KeptTransfer): void {
    const end = at + bytes;
    const slot = new Int32Array(raceCells.slotBytes / 4);
    for (const [name, value] of Object.entries({ work, site, block: -1, thread: -1 }))
      slot[raceSlot[name as SlotField]] = value;
    for (let word = at - (at % 4); word < end; word += 4) {
      const mask = (raceFlags.bytes << Math.max(0, at - word)) & (raceFlags.bytes >> Math.max(0, word + 4 - end));
      slot[raceSlot.flags] = mask & raceFlags.bytes;
      const cell = this.#cellOf(word);
      const slots = isWrite ? [cell] : [cell + raceCells.slotBytes, cell + 2 * raceCells.slotBytes];
      const place = cell === 0 ? undefined : slots.find((s) => this.of(s, 'work') < work);
      if (place !== undefined) this.#memory.bytes(place, raceCells.slotBytes).set(new Uint8Array(slot.buffer));
    }
  }

  /** 0 where there is no room. */
  #cellOf(address: number): number {
    const cells =
      Number(this.#memory.view.getBigUint64(this.#table + 8 * numberOf(address), true)) || this.page(address);
    return cells && cells + ((address % pageBytes) >> 2) * cellBytes;
  }

  /** Nobody has used these bytes. */
  forget(address: number, bytes: number): void {
    for (let at = address; at < address + bytes; ) {
      const end = Math.min(address + bytes, (Math.floor(at / pageBytes) + 1) * pageBytes);
      const cells = Number(this.#memory.view.getBigUint64(this.#table + 8 * numberOf(at), true));
      const [first, last] = [(at % pageBytes) >> 2, ((end - 1) % pageBytes) >> 2];
      if (cells !== 0) this.#memory.bytes(cells + first * cellBytes, (last + 1 - first) * cellBytes).fill(0);
      at = end;
    }
  }

  #setLong(at: number, value: number): void {
    this.#memory.view.setBigUint64(at, BigInt(value), true);
  }
}

function numberOf(address: number): number {
  return Math.floor(address / pageBytes) % (1 << raceCells.tableBits);
}
