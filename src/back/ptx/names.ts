/** Identifiers of PTX for names of the IR, which hold dots and at signs. */

export class Names {
  readonly #taken = new Set<string>();
  readonly #made = new Map<string, string>();

  /** The same for the same name, different for different ones. */
  of(name: string): string {
    const known = this.#made.get(name);
    if (known) return known;
    const plain = name.replaceAll(/[^A-Za-z0-9_$]/g, '_');
    const base = /^[A-Za-z]|^[_$]./.test(plain) ? plain : `_$${plain}`;
    let made = base;
    for (let n = 2; this.#taken.has(made) || reserved.has(made); n++) made = `${base}$${n}`;
    this.#taken.add(made);
    this.#made.set(name, made);
    return made;
  }
}

/** Names that PTX itself knows without a sign in front. */
const reserved = new Set(['WARP_SZ', '_']);
