/**
 * What a function computes again is computed once: a register that surely holds the result of the same instruction takes its place, and a local is read where it was copied from.
 * Neighbouring addresses are written each for itself; this leaves what they have in common once, for an assembler that does not find all of it across branches.
 */
import {
  eachSet,
  type Instruction,
  isLocal,
  isRegister,
  type Line,
  type Operand,
  type Targets,
  targetsOf,
} from './instruction.ts';

/** The address of a variable. */
const symbol = /^[A-Za-z_$][\w$]*$/;
/** A constant in a register, for an instruction that takes none. */
const number = /^-?\d/;
const isMove = /^mov\.[bf](?:32|64)$/;

export function reuseValues(lines: readonly Line[]): Line[] {
  const flow = flowOf(lines);
  const known = new Known(flow);
  const made: Line[] = [];
  lines.forEach((line, at) => {
    if (line.kind === 'label') known.comeTo(line.name, at);
    if (line.kind !== 'instruction') {
      made.push(line);
      return;
    }
    const renamed = known.renamed(line);
    const to = resultOf(renamed);
    if (to !== undefined && isSameAgain(renamed) && known.has(to, renamed)) return;
    made.push(renamed);
    eachSet(renamed, (r) => known.change(r));
    if (to !== undefined && isLocal(to) && renamed.name.startsWith('mov.')) known.copy(to, renamed.operands[1]!);
    const jump = flow.jumps.get(at);
    if (jump) known.leave(jump);
  });
  return made;
}

/** The one register that the instruction sets for all threads. */
function resultOf({ opcode, operands, guard }: Instruction): string | undefined {
  const [first] = operands;
  return opcode.gives && !guard && typeof first === 'string' && isRegister(first) ? first : undefined;
}

function isSameAgain({ opcode, name, operands }: Instruction): boolean {
  if (opcode.pure) return true;
  const from = operands[1];
  return typeof from === 'string' && (name === 'mov.u64' ? symbol.test(from) : number.test(from) && isMove.test(name));
}

/** `jumps`: by the numbers of lines. `spans`: the first and the last line that jumps to a label, or the label. */
type Flow = {
  readonly jumps: ReadonlyMap<number, Targets>;
  readonly spans: ReadonlyMap<string, { from: number; to: number }>;
  /** Temporaries that more than one instruction sets. */
  readonly often: ReadonlySet<string>;
  /** Where they and locals are set, in the order of lines. */
  readonly changes: readonly Change[];
};

type Change = { readonly register: string; readonly at: number };

function flowOf(lines: readonly Line[]): Flow {
  const jumps = new Map<number, Targets>();
  const spans = new Map<string, { from: number; to: number }>();
  const tables = new Map<string, readonly string[]>();
  /** Where each temporary is set first. */
  const first = new Map<string, number>();
  const often = new Set<string>();
  const changes: Change[] = [];
  const set = (register: string, at: number): void => {
    if (!isLocal(register)) {
      const before = first.get(register);
      if (before === undefined) {
        first.set(register, at);
        return;
      }
      if (!often.has(register)) changes.push({ register, at: before });
      often.add(register);
    }
    changes.push({ register, at });
  };
  const reach = (label: string, at: number): void => {
    const old = spans.get(label);
    if (old) old.to = at;
    else spans.set(label, { from: at, to: at });
  };
  lines.forEach((line, at) => {
    switch (line.kind) {
      case 'table':
        tables.set(line.name, line.targets);
        return;
      case 'label':
        reach(line.name, at);
        return;
      case 'note':
        return;
      case 'instruction': {
        const targets = targetsOf(line, tables);
        if (targets) jumps.set(at, targets);
        for (const l of targets?.to ?? []) reach(l, at);
        eachSet(line, (register) => set(register, at));
      }
    }
  });
  return { jumps, spans, often, changes: changes.sort((a, b) => a.at - b.at) };
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
  /** What counted registers are called between two changes. */
  readonly #versions = new Map<string, string>();
  #changes = 0;
  #reached = true;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** With other names for what the instruction reads. */
  renamed(line: Instruction): Instruction {
    const { operands, opcode, guard } = line;
    let made: Operand[] | undefined;
    for (let i = 0; i < operands.length; i++) {
      const operand = operands[i]!;
      if (i === 0 && opcode.gives && (typeof operand === 'string' || 'registers' in operand)) continue;
      const other = this.#operandOf(operand);
      if (other === operand) continue;
      made ??= [...operands];
      made[i] = other;
    }
    const register = guard && this.#nameOf(guard.register);
    if (!made && register === guard?.register) return line;
    return { ...line, operands: made ?? operands, guard: guard && { ...guard, register: register! } };
  }

  #operandOf(operand: Operand): Operand {
    if (typeof operand === 'string') return this.#nameOf(operand);
    if ('base' in operand) {
      const base = this.#nameOf(operand.base);
      return base === operand.base ? operand : { ...operand, base };
    }
    const registers = operand.registers.map((r) => this.#nameOf(r));
    return registers.every((r, i) => r === operand.registers[i]) ? operand : { ...operand, registers };
  }

  #nameOf(r: string): string {
    if (!isRegister(r)) return r;
    return (this.#isCounted(r) ? this.#values.get(this.#versionOf(r)) : this.#names.get(r)) ?? r;
  }

  /** Whether another register holds what `to` would; it takes its place from now on. */
  has(to: string, { name, operands }: Instruction): boolean {
    if (this.#isCounted(to)) return false;
    let key = name;
    for (let i = 1; i < operands.length; i++) key += ` ${this.#keyOf(operands[i]!)}`;
    const old = this.#values.get(key);
    if (old === undefined) this.#add(key, to);
    else this.#names.set(to, old);
    return old !== undefined;
  }

  #keyOf(operand: Operand): string {
    if (typeof operand === 'string')
      return isRegister(operand) && this.#isCounted(operand) ? this.#versionOf(operand) : operand;
    if ('base' in operand) return `[${this.#keyOf(operand.base)}+${operand.offset}]`;
    return `{${operand.registers.map((r) => this.#keyOf(r)).join(',')}}`;
  }

  /** `local` holds what `from` does, until it changes. */
  copy(local: string, from: Operand): void {
    if (typeof from === 'string' && isRegister(from) && !this.#isCounted(from)) this.#add(this.#versionOf(local), from);
  }

  #add(key: string, value: string): void {
    this.#values.set(key, value);
    this.#order.push(key);
  }

  #isCounted(r: string): boolean {
    return isLocal(r) || this.#flow.often.has(r);
  }

  #versionOf(r: string): string {
    return this.#versions.get(r) ?? r;
  }

  change(r: string): void {
    if (this.#isCounted(r)) this.#versions.set(r, `${r}.${++this.#changes}`);
  }

  leave({ to, falls }: Targets): void {
    const here = this.#reached ? this.#order.length : 0;
    for (const l of to) this.#coming.set(l, Math.min(here, this.#coming.get(l) ?? here));
    this.#reached = falls;
  }

  /** Jumps from below come from where all that held here was passed. What is set between a label and those who jump to it may have changed. */
  comeTo(label: string, at: number): void {
    const here = this.#reached ? this.#order.length : undefined;
    const length = Math.min(this.#coming.get(label) ?? here ?? 0, here ?? Number.POSITIVE_INFINITY);
    for (const key of this.#order.splice(length)) this.#values.delete(key);
    for (const [l, n] of this.#coming) if (n > length) this.#coming.set(l, length);
    this.#coming.delete(label);
    const { from, to } = this.#flow.spans.get(label) ?? { from: at, to: at };
    const { changes } = this.#flow;
    for (let i = firstFrom(changes, from); i < changes.length && changes[i]!.at <= to; i++)
      this.change(changes[i]!.register);
    this.#reached = true;
  }
}

/** The first change at this line or behind it. */
function firstFrom(changes: readonly Change[], line: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changes[middle]!.at < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
