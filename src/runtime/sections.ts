/**
 * Sections with gaps as asynchronous dummies get them: copies without gaps. A copy lives until the call is done, or as long as somebody holds it
 * for work that goes on (messages that are under way).
 */

/** Bytes of a section: elements, and for each axis how many there are and how far apart. */
export type Strided = {
  readonly base: number;
  readonly elementBytes: number;
  readonly axes: readonly { readonly extent: number; readonly stride: number }[];
  readonly isOnDevice: boolean;
};

/** Rows of `width` bytes, `height` of them. */
export type Rows = {
  readonly to: number;
  readonly toPitch: number;
  readonly from: number;
  readonly fromPitch: number;
  readonly width: number;
  readonly height: number;
};

export type SectionMemory = {
  readonly take: (bytes: number, isOnDevice: boolean) => number;
  readonly give: (place: number, isOnDevice: boolean) => void;
  /** Pitches are no smaller than the width. */
  readonly copy: (rows: Rows, isOnDevice: boolean) => void;
};

export class Section {
  readonly copy: number;
  readonly bytes: number;
  readonly #where: Strided;
  readonly #memory: SectionMemory;
  #holders = 0;

  constructor(where: Strided, memory: SectionMemory) {
    this.#where = where;
    this.#memory = memory;
    this.bytes = where.axes.reduce((n, { extent }) => n * Math.max(0, extent), where.elementBytes);
    this.copy = memory.take(Math.max(1, this.bytes), where.isOnDevice);
    this.gather();
  }

  get isHeld(): boolean {
    return this.#holders > 0;
  }

  hold(): void {
    this.#holders++;
  }

  release(): void {
    this.#holders--;
    if (this.#holders === 0) this.free();
  }

  free(): void {
    this.#memory.give(this.copy, this.#where.isOnDevice);
  }

  /** Elements to the copy. */
  gather(): void {
    this.#move((packed, gapped, width, pitch, height) => ({
      to: packed,
      toPitch: width,
      from: gapped,
      fromPitch: pitch,
      width,
      height,
    }));
  }

  /** Elements from the copy to where they belong. */
  scatter(): void {
    this.#move((packed, gapped, width, pitch, height) => ({
      to: gapped,
      toPitch: pitch,
      from: packed,
      fromPitch: width,
      width,
      height,
    }));
  }

  #move(rows: (packed: number, gapped: number, width: number, pitch: number, height: number) => Rows): void {
    if (this.bytes === 0 || this.copy === 0) return;
    const { base, axes, elementBytes, isOnDevice } = this.#where;
    const { copy } = this.#memory;
    // Axes whose elements follow each other are one run of bytes.
    let width = elementBytes;
    let first = 0;
    while (first < axes.length && axes[first]?.stride === width) width *= axes[first++]?.extent ?? 1;
    const [rest, runs] = [axes.slice(first + 1), axes[first] ?? { extent: 1, stride: width }];
    let packed = this.copy;
    const along = (depth: number, gapped: number): void => {
      const axis = rest[depth];
      for (let i = 0; axis && i < axis.extent; i++) along(depth - 1, gapped + i * axis.stride);
      if (axis) return;
      if (runs.stride >= width) copy(rows(packed, gapped, width, runs.stride, runs.extent), isOnDevice);
      else
        for (let i = 0; i < runs.extent; i++)
          copy(rows(packed + i * width, gapped + i * runs.stride, width, width, 1), isOnDevice);
      packed += width * runs.extent;
    };
    along(rest.length - 1, base);
  }
}

export class Sections {
  readonly #memory: SectionMemory;
  readonly #lent: Section[] = [];

  constructor(memory: SectionMemory) {
    this.#memory = memory;
  }

  /** The address of a copy; 0 where there is no room. */
  lend(where: Strided): number {
    const section = new Section(where, this.#memory);
    if (section.copy !== 0) this.#lent.push(section);
    return section.copy;
  }

  /** The call is done that got the copy. `back`: it may have changed it. */
  settle(copy: number, back: boolean): void {
    const at = this.#lent.findLastIndex((section) => section.copy === copy);
    const [section] = at < 0 ? [] : this.#lent.splice(at, 1);
    if (!section || section.isHeld) return;
    if (back) section.scatter();
    section.free();
  }

  get isEmpty(): boolean {
    return this.#lent.length === 0;
  }

  /** That of a call which is not done, in whose copy an address lies. */
  at(place: number): Section | undefined {
    return this.#lent.find(({ copy, bytes }) => place >= copy && place < copy + Math.max(1, bytes));
  }
}
