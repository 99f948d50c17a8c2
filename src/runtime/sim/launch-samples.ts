/**
 * What launches of trials took. A command keeps that in its slot until another one comes there; a program that is far ahead of its launches asks only after that, so that
 * it is taken out of the slot in time.
 */

/** A launch that takes part in a trial: where what it takes will be found. */
export type Sample = { place?: { readonly slot: number; readonly sequence: number }; nanoseconds?: number };

type Commands = {
  readonly isDone: (sequence: number) => boolean;
  /** Nanoseconds of threads that the command in a slot took. */
  readonly spent: (slot: number) => number;
};

export class LaunchSamples {
  readonly #inSlots = new Map<number, Sample>();
  readonly #commands: Commands;

  constructor(commands: Commands) {
    this.#commands = commands;
  }

  /** The launch is the command in this slot. */
  note(sample: Sample, slot: number, sequence: number): void {
    sample.place = { slot, sequence };
    this.#inSlots.set(slot, sample);
  }

  /** Another command is about to come in this slot, whose command is done. */
  vacate(slot: number): void {
    const sample = this.#inSlots.get(slot);
    if (!sample) return;
    sample.nanoseconds = this.#commands.spent(slot);
    this.#inSlots.delete(slot);
  }

  /** Nanoseconds of threads; `lost` where the launch did not come as far as the queue. */
  taken({ place, nanoseconds }: Sample): number | 'running' | 'lost' {
    if (nanoseconds !== undefined) return nanoseconds;
    if (!place) return 'lost';
    return this.#commands.isDone(place.sequence) ? this.#commands.spent(place.slot) : 'running';
  }
}
