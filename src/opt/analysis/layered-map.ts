/** A map of which parts of a program have versions of their own: each lies over another one, and holds only what is different there. */
export class LayeredMap<K, V> {
  private readonly under: LayeredMap<K, V> | undefined;
  /** Undefined where the key is gone. */
  private readonly own = new Map<K, V | undefined>();

  constructor(under?: LayeredMap<K, V>) {
    this.under = under;
  }

  get(key: K): V | undefined {
    for (let at: LayeredMap<K, V> | undefined = this; at; at = at.under) {
      const value = at.own.get(key);
      if (value !== undefined || at.own.has(key)) return value;
    }
    return undefined;
  }

  /** The uppermost layer that says something of the key. */
  private ownerOf(key: K): LayeredMap<K, V> | undefined {
    let at: LayeredMap<K, V> | undefined = this;
    while (at && !at.own.has(key)) at = at.under;
    return at;
  }

  set(key: K, value: V): void {
    this.own.set(key, value);
  }

  delete(key: K): void {
    if (this.under) this.own.set(key, undefined);
    else this.own.delete(key);
  }

  /** `visit` for each key that there is; it may delete the key. */
  each(visit: (key: K, value: V) => void): void {
    for (let at: LayeredMap<K, V> | undefined = this; at; at = at.under)
      for (const [key, value] of at.own)
        if (value !== undefined && (at === this || this.ownerOf(key) === at)) visit(key, value);
  }

  /** Whether it may hold something. */
  get isEmpty(): boolean {
    return this.own.size === 0 && (this.under?.isEmpty ?? true);
  }

  clear(): void {
    const keys: K[] = [];
    this.each((key) => keys.push(key));
    for (const key of keys) this.delete(key);
  }

  /** Keys that are different from what lies under it. */
  changed(): Iterable<K> {
    return this.own.keys();
  }

  /** What lies under it becomes what it is itself. */
  settle(): void {
    for (const [key, value] of this.own)
      if (value === undefined) this.under?.delete(key);
      else this.under?.set(key, value);
  }
}
