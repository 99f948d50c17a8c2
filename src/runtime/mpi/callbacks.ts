/** Procedures of the program that the library calls: what they take lies in the library's memory, and is copied into the program's while they run. */
import type { TakesAddresses } from './bindings.ts';
import { datatypeBounds } from './datatype-bounds.ts';
import { type Translation, translationOf } from './flavours.ts';
import type { MpiLibrary } from './mpi-library.ts';
import type { MpiMemory } from './mpi-memory.ts';

/** Arguments of a callback: kinds as in library/mpi/routines.ts, `>` where it gives, `=` where it changes them. */
const forms: Readonly<Record<string, string>> = {
  op: 'invec inoutvec length datatype=',
  copy: 'comm key aint aint aint> logical> error>',
  'copy-type': 'datatype key aint aint aint> logical> error>',
  'copy-win': 'win key aint aint aint> logical> error>',
  delete: 'comm key aint aint error>',
  'delete-type': 'datatype key aint aint error>',
  'delete-win': 'win key aint aint error>',
  'old-copy': 'comm key int int int> logical> error>',
  'old-delete': 'comm key int int error>',
  'error-comm': 'comm= error=',
  'error-win': 'win= error=',
  'error-file': 'file= error=',
  'grequest-query': 'aint= status= error>',
  'grequest-free': 'aint= error>',
  'grequest-cancel': 'aint= logical error>',
};

/** Calls a procedure of the program by its place in the table of procedures. */
export type CallProcedure = (place: number, args: readonly number[]) => void;

type Cell = { readonly words: number; readonly gives: boolean; readonly translation: Translation | undefined };

const statusWords = 6;

export class Callbacks {
  readonly #library: MpiLibrary;
  readonly #memory: MpiMemory;
  readonly #call: CallProcedure;
  readonly #known = new Map<string, number>();

  constructor(library: MpiLibrary, memory: MpiMemory, call: CallProcedure) {
    this.#library = library;
    this.#memory = memory;
    this.#call = call;
  }

  /** The address by which the library calls a procedure. */
  addressOf(procedure: number, form: string): number {
    const key = `${form} ${procedure}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const kinds = (forms[form] ?? '').split(' ');
    const run = form === 'op' ? this.#operation(procedure) : this.#procedure(procedure, kinds);
    const address = this.#library.callable(kinds, run);
    this.#known.set(key, address);
    return address;
  }

  #procedure(procedure: number, kinds: readonly string[]): TakesAddresses {
    const cells = kinds.map((kind) => this.#cell(kind));
    return (...addresses) => {
      const memory = this.#memory;
      const mark = memory.mark;
      const places = cells.map((cell, i) => {
        const place = memory.take(Math.max(2, cell.words));
        this.#library.copy(memory.native(place), Number(addresses[i]), 4 * cell.words);
        if (cell.translation) memory.setWord(place, cell.translation.from(memory.word(place)));
        return place;
      });
      this.#call(procedure, places);
      for (const [i, { gives, words, translation }] of cells.entries()) {
        const place = places[i] ?? 0;
        if (!gives) continue;
        if (translation) memory.setWord(place, translation.to(memory.word(place)));
        this.#library.copy(Number(addresses[i]), memory.native(place), 4 * words);
      }
      memory.release(mark);
    };
  }

  #cell(kind: string): Cell {
    const plain = kind.replace(/[>=]$/, '');
    const words = plain === 'aint' ? 2 : plain === 'status' ? (this.#library.flavour.status?.length ?? statusWords) : 1;
    return { words, gives: plain !== kind, translation: translationOf(plain, this.#library.flavour) };
  }

  /** What a user's operation combines may be the library's own copies. */
  #operation(procedure: number): TakesAddresses {
    const memory = this.#memory;
    const library = this.#library;
    const datatypes = translationOf('datatype', library.flavour);
    return (from, to, length, datatype) => {
      const mark = memory.mark;
      const cells = memory.take(4);
      library.copy(memory.native(cells), Number(length), 4);
      library.copy(memory.native(cells + 8), Number(datatype), 4);
      const { from: first, to: end, extent } = datatypeBounds(memory.word(cells + 8), memory, library);
      const bytes = Math.max(0, (memory.word(cells) - 1) * extent + end - first);
      const inPlace = (address: number) => {
        const place = memory.ownPlace(address);
        if (place !== undefined) return place;
        const copy = memory.takeBytes(bytes);
        library.copy(memory.native(copy), address + first, bytes);
        return copy - first;
      };
      const [a, b] = [inPlace(Number(from)), inPlace(Number(to))];
      if (datatypes) memory.setWord(cells + 8, datatypes.from(memory.word(cells + 8)));
      this.#call(procedure, [a, b, cells, cells + 8]);
      if (memory.ownPlace(Number(to)) === undefined) library.copy(Number(to) + first, memory.native(b + first), bytes);
      memory.release(mark);
    };
  }
}
