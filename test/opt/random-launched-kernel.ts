/**
 * Kernels at random, of an array, a number that the launch gives and another one that nobody knows. Each branch and each body begins with a store of its own, and so does what stands
 * before a counted loop: stores write the number that they are known by.
 */
export type LaunchedKernel = { readonly text: string; readonly number: number; readonly other: number };

const locals = 6;
/** Parameters: the array, the number and the other one. */
const firstLocal = 3;

export function randomLaunchedKernel(seed: number): LaunchedKernel {
  const writer = new Writer(seed);
  const body = `${writer.list(0, 5)}\nreturn ()`;
  const declared = Array.from({ length: locals }, (_, i) => `local "v${i}":i32`).join('\n');
  const text = `module "t"\nkernel "k" ("a":ptr.global "n":i32 "m":i32) () {\n${declared}\n${body}\n}\n`;
  return { text, number: writer.number, other: writer.pick(60) - 10 };
}

class Writer {
  #state: number;
  #marks = 0;
  #labels = 0;
  readonly number: number;
  /** Variables of loops around, which nobody sets in them. */
  readonly #held: number[] = [];

  constructor(seed: number) {
    this.#state = (seed * 2654435761) >>> 0 || 1;
    this.number = this.pick(40) - 4;
  }

  pick(n: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % n;
  }

  #one<T>(of: readonly T[]): T {
    return of[this.pick(of.length)]!;
  }

  list(depth: number, most: number): string {
    return Array.from({ length: 1 + this.pick(most) }, () => this.#statement(depth)).join('\n');
  }

  #body(depth: number): string {
    return `${this.#mark()}\n${this.list(depth + 1, 3)}`;
  }

  #mark(): string {
    return this.#store(this.pick(2) === 0 ? '(special tid.x)' : '1:i32');
  }

  #store(index: string): string {
    const place = `(offset:ptr.global $0:ptr.global (mul:i64 (extend:i64 ${index}) ${this.#one([4, 4, 8, 12])}:i64))`;
    return `store f32 ${place} ${this.#one([0, 0, 4, 16])} ${++this.#marks}:f32`;
  }

  #label(): string {
    return `l${++this.#labels}`;
  }

  /** A local that may be set. */
  #free(): number {
    const all = Array.from({ length: locals }, (_, i) => firstLocal + i).filter((l) => !this.#held.includes(l));
    return this.#one(all);
  }

  #statement(depth: number): string {
    const kind = this.pick(depth > 2 ? 5 : 12);
    if (kind < 2) return this.#store(this.#value(2));
    if (kind < 5) return `$${this.#free()} = ${this.#value(3)}`;
    if (kind < 9) return this.#if(depth);
    if (kind === 9) return this.#for(depth);
    if (kind === 10) return this.#loop(depth);
    return this.pick(2) === 0 ? this.#block(depth) : this.#switch(depth);
  }

  #if(depth: number): string {
    return `if ${this.#condition(2)} {\n${this.#body(depth)}\n} else {\n${this.#body(depth)}\n}`;
  }

  #for(depth: number): string {
    const [label, local] = [this.#label(), this.#free()];
    const step = this.#one([1, 1, 2, 5, -1, -3]);
    const from = this.#value(1);
    const end = this.#one(['$1:i32', '7:i32', '(special ctaid.x)', '(special tid.y)']);
    const whole = `(add:i64 (sub:i64 (extend:i64 ${end}) (extend:i64 ${from})) (extend:i64 ${step}:i32))`;
    const trips = this.#one([
      `${this.pick(5)}:i64`,
      `(extend:i64 (special tid.x))`,
      `(min:i64 (max:i64 (div:i64 ${whole} (extend:i64 ${step}:i32)) 0:i64) 40:i64)`,
      `(min:i64 (div:i64 ${whole} (extend:i64 ${step}:i32)) 30:i64)`,
    ]);
    const before = this.#mark();
    this.#held.push(local);
    const body = this.#body(depth);
    this.#held.pop();
    const left = this.pick(4) === 0 ? `\nif ${this.#condition(1)} {\nbreak "${label}"\n}` : '';
    return `${before}\nfor "${label}" $${local} ${from} ${trips} ${step}:i32 {\n${body}${left}\n}`;
  }

  #loop(depth: number): string {
    const [label, local] = [this.#label(), this.#free()];
    this.#held.push(local);
    const body = this.#body(depth);
    this.#held.pop();
    const [relation, step] = this.#one([
      ['ge', 1],
      ['gt', 3],
      ['lt.u', 2],
    ] as const);
    // As a number without a sign a negative end is a large one.
    const end = this.#one(['9:i32', '(special ntid.x)', relation === 'lt.u' ? '5:i32' : '$1:i32']);
    const over = relation === 'lt.u' ? `(lt.u:bool ${end} $${local}:i32)` : `(${relation}:bool $${local}:i32 ${end})`;
    const again =
      this.pick(3) === 0
        ? `\nif ${this.#condition(1)} {\n$${local} = (add:i32 $${local}:i32 ${step}:i32)\ncontinue "${label}"\n}`
        : '';
    return `$${local} = ${this.pick(4)}:i32\nloop "${label}" {\nif ${over} {\nbreak "${label}"\n}\n${body}${again}\n$${local} = (add:i32 $${local}:i32 ${step}:i32)\n}`;
  }

  #block(depth: number): string {
    const label = this.#label();
    const out = `if ${this.#condition(1)} {\nbreak "${label}"\n}`;
    return `block "${label}" {\n${this.#body(depth)}\n${out}\n${this.#body(depth)}\n}`;
  }

  #switch(depth: number): string {
    return `switch ${this.#value(1)} {\ncase 0 1 {\n${this.#body(depth)}\n}\ncase 4 {\n${this.#body(depth)}\n}\ndefault {\n${this.#body(depth)}\n}\n}`;
  }

  #value(depth: number): string {
    const kind = this.pick(depth === 0 ? 4 : 12);
    if (kind === 0) return `${this.pick(12) - 2}:i32`;
    if (kind === 1) return `$${this.#one([1, 1, 2])}:i32`;
    if (kind === 2) return `$${firstLocal + this.pick(locals)}:i32`;
    if (kind === 3)
      return `(special ${this.#one(['tid.x', 'tid.x', 'tid.y', 'ctaid.x', 'ctaid.y', 'ntid.x', 'nctaid.x'])})`;
    const x = this.#value(depth - 1);
    if (kind < 7) return `(${this.#one(['add', 'sub', 'add'])}:i32 ${x} ${this.#value(depth - 1)})`;
    if (kind === 7) return `(mul:i32 ${x} ${this.#one(['2:i32', '3:i32', '-1:i32', '(special ntid.x)'])})`;
    if (kind === 8) return `(${this.#one(['min', 'max'])}:i32 ${x} ${this.#value(depth - 1)})`;
    if (kind === 9)
      return `(${this.#one(['div', 'rem', 'div.u', 'rem.u'])}:i32 ${x} ${this.#one(['2:i32', '3:i32', '5:i32'])})`;
    if (kind === 10)
      return `(${this.#one(['and', 'shl', 'shr.s', 'shr.u'])}:i32 ${x} ${this.#one(['1:i32', '3:i32', '2:i32'])})`;
    return `(select:i32 ${this.#condition(1)} ${x} ${this.#value(depth - 1)})`;
  }

  #threads(): string {
    const number = `(special ${this.#one(['tid.x', 'tid.y', 'ctaid.x', 'ctaid.y'])})`;
    return this.#one([
      number,
      number,
      `(add:i32 ${number} 2:i32)`,
      `(sub:i32 1:i32 ${number})`,
      `(mul:i32 ${number} 2:i32)`,
    ]);
  }

  #condition(depth: number): string {
    const kind = this.pick(depth === 0 ? 8 : 14);
    if (kind < 8) {
      const relation = this.#one(['lt', 'le', 'gt', 'ge', 'eq', 'ne', 'lt.u', 'le.u']);
      // Often one that says which threads, as a range of numbers or not.
      if (kind < 4) return `(${relation}:bool ${this.#threads()} ${this.pick(7) - 1}:i32)`;
      return `(${relation}:bool ${this.#value(1)} ${this.#value(1)})`;
    }
    if (kind < 10) return `(not:bool ${this.#condition(depth - 1)})`;
    return `(${kind < 12 ? 'and' : 'or'}:bool ${this.#condition(depth - 1)} ${this.#condition(depth - 1)})`;
  }
}
