/**
 * Variables of a kernel that nobody else has: its arrays in shared memory and those of its threads. Where their addresses stay in the kernel's own loads and stores, it is known
 * who uses them.
 */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { eachStatement, expressionsOf } from '../../ir/walk.ts';
import { onlyValues } from './address-roots.ts';
import { heapCallOf } from './check-heap.ts';

export class OwnVariables {
  /** What locals hold that are set once. */
  readonly #values: ReadonlyMap<number, Expression>;
  readonly #shared = new Set<string>();
  /** Those whose addresses go elsewhere. */
  readonly known = new Set<string>();

  constructor(fn: Fn) {
    this.#values = onlyValues(fn);
    let calls = false;
    eachStatement(fn.body, (s) => {
      calls ||= (s.kind === 'call' && !heapCallOf(s)) || s.kind === 'launch';
      this.#usesIn(s);
    });
    // What is called may name shared variables.
    if (calls) for (const name of this.#shared) this.known.add(name);
  }

  /** `#2` a slot, `@name` a shared variable, `#dynamic`; undefined where the address is of something else. */
  nameOf(address: Expression): string | undefined {
    return this.#rootOf(address, 0);
  }

  /** Whether others may know where it is. */
  isKnownElsewhere(name: string): boolean {
    return this.known.has(name);
  }

  #rootOf(e: Expression, depth: number): string | undefined {
    switch (e.kind) {
      case 'slot':
        return `#${e.index}`;
      case 'global':
        return e.type === 'ptr.shared' ? `@${e.name}` : undefined;
      case 'dynamic-shared':
        return '#dynamic';
      case 'op':
        return (e.op === 'offset' || e.op === 'cast.space') && e.args[0] ? this.#rootOf(e.args[0], depth) : undefined;
      case 'local': {
        const value = this.#values.get(e.index);
        return value && depth < 8 ? this.#rootOf(value, depth + 1) : undefined;
      }
      default: // else: nobody knows where it points
        return undefined;
    }
  }

  #usesIn(s: Statement): void {
    switch (s.kind) {
      case 'store':
        this.#use(s.to, true);
        this.#use(s.value, false);
        break;
      case 'atomic':
        this.#use(s.to, true);
        for (const e of s.args) this.#use(e, false);
        break;
      case 'copy':
        for (const e of [s.to, s.from]) this.#use(e, true);
        this.#use(s.bytes, false);
        break;
      case 'fill':
        this.#use(s.to, true);
        for (const e of [s.byte, s.bytes]) this.#use(e, false);
        break;
      case 'set':
        this.#use(s.value, this.#values.get(s.local) === s.value);
        break;
      default: // else: whatever is done with an address
        for (const e of expressionsOf(s)) this.#use(e, false);
    }
  }

  /** `isPlace`: as the address of an access. */
  #use(e: Expression, isPlace: boolean): void {
    const name = e.type.startsWith('ptr.') ? this.#rootOf(e, 0) : undefined;
    if (name?.startsWith('@') || name === '#dynamic') this.#shared.add(name);
    if (name !== undefined && !isPlace) this.known.add(name);
    switch (e.kind) {
      case 'op':
        e.args.forEach((arg, i) => {
          this.#use(arg, isPlace && i === 0 && (e.op === 'offset' || e.op === 'cast.space'));
        });
        break;
      case 'load':
        this.#use(e.from, true);
        break;
      default: // else: it has no parts
    }
  }
}
