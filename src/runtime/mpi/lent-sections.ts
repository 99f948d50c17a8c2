/** Sections with gaps that nonblocking routines get (runtime/sections.ts): their copies stay, and go back, when the request is complete. */
import { keepsBuffers, mpiRoutine, type Routine, routineOfForm, slotsOf } from '../../library/mpi/routines.ts';
import type { MpiCall } from '../bind/mpi.ts';
import { placeOfAddress } from '../linear-memory.ts';
import type { Section, Sections } from '../sections.ts';
import { writes } from './footprints.ts';
import { type After, Pending, type Use, type Watch } from './pending.ts';

export class LentSections {
  readonly #sections: Sections;
  readonly #pending: Pending;
  /** What comes after calls that the program's own MPI does. */
  readonly #told: After[] = [];

  constructor(sections: Sections, word: (place: number) => number) {
    this.#sections = sections;
    this.#pending = new Pending(word);
  }

  /** The call of a library's routine. */
  around(routine: Routine, call: MpiCall): MpiCall {
    const watch = this.#watch(routine);
    if (!watch) return call;
    return (...flats) => {
      const after = watch(flats);
      const done = call(...flats);
      after?.();
      return done;
    };
  }

  /** Before the MPI of one process does the work of a routine, by the name of its function in IR: 2 where `told` is to be called after it. */
  alone(name: string): MpiCall {
    const plain = routineOfForm(name.slice(name.indexOf('.') + 1));
    const routine = plain === undefined ? undefined : mpiRoutine(plain);
    const watch = routine && this.#watch(routine);
    if (!watch) return () => 0;
    return (...flats) => {
      const after = watch(flats);
      if (!after) return 0;
      this.#told.push(after);
      return 2;
    };
  }

  readonly told = (): void => this.#told.pop()?.();

  #watch(routine: Routine): Watch | undefined {
    return keepsBuffers(routine) ? this.#beginning(routine) : this.#pending.watch(routine, slotsOf(routine));
  }

  #beginning(routine: Routine): Watch {
    const slots = slotsOf(routine);
    const buffers = routine.args.flatMap(({ kind }, i) => (kind === 'buffer' ? [i] : []));
    return (flats) => {
      if (this.#sections.isEmpty) return undefined;
      const places = slots.map((slot) => placeOfAddress(flats[slot] ?? 0));
      const uses = buffers.flatMap((b) => {
        const section = this.#sections.at(places[b] ?? 0);
        return section ? [useOf(section, writes(routine, b))] : [];
      });
      return uses.length === 0 ? undefined : () => this.#pending.keep(routine, places, uses);
    };
  }
}

function useOf(section: Section, comesBack: boolean): Use {
  section.hold();
  return {
    begin: () => section.gather(),
    arrive: () => {
      if (comesBack) section.scatter();
    },
    leave: () => section.release(),
  };
}
