/**
 * What a function's text computes again is computed once: a register that surely holds the result of the same instruction takes its place, and a local is read where it was copied from.
 * Neighbouring addresses are written each for itself; this leaves what they have in common once, for an assembler that does not find all of it across branches.
 */
import { lineOf } from './verify.ts';

/** Instructions whose result hangs on their operands alone. */
const pure =
  /^(?:add|sub|mul|mad|fma|div|rem|neg|not|abs|and|or|xor|shl|shr|setp|selp|cvt|cvta|min|max|rcp|sqrt|rsqrt|ex2|lg2|sin|cos|brev|clz|popc|bfe|lop3|prmt|shf)\b/;
const register = /%(?:p|h|rd?|fd?|l)\d+\b/g;
const single = /^%(?:p|h|rd?|fd?)\d+$/;
/** The address of a variable. */
const symbol = /^[A-Za-z_$][\w$]*$/;

export function reuseValues(lines: readonly string[]): string[] {
  const flow = flowOf(lines);
  const known = new Known(flow);
  const made: string[] = [];
  lines.forEach((text, at) => {
    const label = flow.labels.get(at);
    if (label !== undefined) known.comeTo(label, at);
    const sets = flow.sets[at];
    if (!sets) {
      made.push(text);
      return;
    }
    const line = known.renamed(text, sets);
    const [, name = '', to = '', from = ''] = /^\t([a-z][\w.:]*) (%\w+), (.*);$/.exec(line) ?? [];
    const same = pure.test(name) || (name === 'mov.u64' && symbol.test(from));
    if (same && single.test(to) && known.has(to, `${name} ${from}`)) return;
    made.push(line);
    for (const r of sets) known.change(r);
    if (to.startsWith('%l') && name.startsWith('mov.') && single.test(from)) known.copy(to, from);
    const jump = flow.jumps.get(at);
    if (jump) known.leave(jump.to, jump.falls);
  });
  return made;
}

/** By the numbers of lines. `sets`: the registers that an instruction sets; undefined where the line is none. `spans`: the first and the last line that jumps to a label, or the label. */
type Flow = {
  readonly labels: ReadonlyMap<number, string>;
  readonly jumps: ReadonlyMap<number, { readonly to: readonly string[]; readonly falls: boolean }>;
  readonly sets: readonly (readonly string[] | undefined)[];
  readonly spans: ReadonlyMap<string, { from: number; to: number }>;
  /** Where registers are set that more than one instruction sets. */
  readonly often: ReadonlyMap<string, readonly number[]>;
};

function flowOf(lines: readonly string[]): Flow {
  const labels = new Map<number, string>();
  const jumps = new Map<number, { to: readonly string[]; falls: boolean }>();
  const spans = new Map<string, { from: number; to: number }>();
  const targets = new Map<string, readonly string[]>();
  const places = new Map<string, number[]>();
  const reach = (label: string, at: number): void => {
    const old = spans.get(label);
    spans.set(label, { from: Math.min(old?.from ?? at, at), to: Math.max(old?.to ?? at, at) });
  };
  const sets = lines.map((text, at): readonly string[] | undefined => {
    const table = /^(\$\w+): \.branchtargets (.*);/.exec(text);
    const label = table ? undefined : /^(\$\w+):$/.exec(text)?.[1];
    if (table) targets.set(table[1]!, table[2]!.split(', '));
    if (label !== undefined) {
      labels.set(at, label);
      reach(label, at);
    }
    if (label !== undefined || table || !text.startsWith('\t') || text.startsWith('\t.')) return undefined;
    const { sets: found, next, falls } = lineOf(text, targets);
    if (next.length > 0 || !falls) jumps.set(at, { to: next, falls });
    for (const l of next) reach(l, at);
    for (const r of found) {
      const known = places.get(r);
      if (known) known.push(at);
      else places.set(r, [at]);
    }
    return found;
  });
  return { labels, jumps, sets, spans, often: new Map([...places].filter(([, at]) => at.length > 1)) };
}

/**
 * What is known at one point: instructions in the order in which they were found, so that what holds on two ways to a label is where their lists begin alike. Registers that are set once hold
 * the same wherever their instruction was passed; what is set often, and locals, which a loop may read before they are set, are told apart by counts.
 */
class Known {
  readonly #flow: Flow;
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();
  readonly #order: string[] = [];
  /** Of labels that jumps have been seen to: how many of the instructions held on all ways, up to now. */
  readonly #coming = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  #reached = true;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** With other names for what the instruction reads. */
  renamed(text: string, sets: readonly string[]): string {
    return text.replace(register, (r) => (sets.includes(r) ? r : this.#nameOf(r)));
  }

  #nameOf(r: string): string {
    return (this.#isCounted(r) ? this.#values.get(this.#versionOf(r)) : this.#names.get(r)) ?? r;
  }

  /** Whether another register holds what `to` would; it takes its place from now on. */
  has(to: string, instruction: string): boolean {
    if (this.#isCounted(to)) return false;
    const key = instruction.replace(register, (r) => (this.#isCounted(r) ? this.#versionOf(r) : r));
    const old = this.#values.get(key);
    if (old === undefined) this.#add(key, to);
    else this.#names.set(to, old);
    return old !== undefined;
  }

  /** `local` holds what `from` does, until it changes. */
  copy(local: string, from: string): void {
    if (!this.#isCounted(from)) this.#add(this.#versionOf(local), from);
  }

  #add(key: string, value: string): void {
    this.#values.set(key, value);
    this.#order.push(key);
  }

  #isCounted(r: string): boolean {
    return r.startsWith('%l') || this.#flow.often.has(r);
  }

  #versionOf(r: string): string {
    return `${r}.${this.#counts.get(r) ?? 0}`;
  }

  change(r: string): void {
    if (this.#isCounted(r)) this.#counts.set(r, (this.#counts.get(r) ?? 0) + 1);
  }

  leave(labels: readonly string[], falls: boolean): void {
    const here = this.#reached ? this.#order.length : 0;
    for (const l of labels) this.#coming.set(l, Math.min(here, this.#coming.get(l) ?? here));
    this.#reached = falls;
  }

  /** Jumps from below come from where all that held here was passed. What is set between a label and those who jump to it may have changed. */
  comeTo(label: string, at: number): void {
    const here = this.#reached ? this.#order.length : undefined;
    const length = Math.min(this.#coming.get(label) ?? here ?? 0, here ?? Number.POSITIVE_INFINITY);
    for (const key of this.#order.splice(length)) this.#values.delete(key);
    for (const [l, n] of this.#coming) if (n > length) this.#coming.set(l, length);
    const { from, to } = this.#flow.spans.get(label) ?? { from: at, to: at };
    for (const [r, places] of this.#flow.often)
      if (places[0]! <= to && places.at(-1)! >= from && places.some((p) => p >= from && p <= to)) this.change(r);
    this.#reached = true;
  }
}
