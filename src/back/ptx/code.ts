/** One function while it is written: instructions, registers and labels. */
import type { ValueType } from '../../ir/types.ts';
import { instruction, type Line, type Operand } from './instruction.ts';
import { classOf, type RegisterClass, registerTypes } from './represent.ts';

export class Code {
  readonly lines: Line[] = [];
  /** What stands before everything else. */
  readonly entry: Line[] = [];
  readonly #counts: Record<RegisterClass, number> = { p: 0, r: 0, rd: 0, f: 0, fd: 0, h: 0 };
  #labels = 0;

  put(name: string, ...operands: readonly Operand[]): void {
    this.lines.push(instruction(name, operands));
  }

  /** For threads where the register holds. */
  putWhere(register: string, name: string, ...operands: readonly Operand[]): void {
    this.lines.push(instruction(name, operands, { register, negated: false }));
  }

  /** For threads where it does not. */
  putUnless(register: string, name: string, ...operands: readonly Operand[]): void {
    this.lines.push(instruction(name, operands, { register, negated: true }));
  }

  note(text: string): void {
    this.lines.push({ kind: 'note', text });
  }

  table(name: string, targets: readonly string[]): void {
    this.lines.push({ kind: 'table', name, targets });
  }

  register(of: RegisterClass): string {
    return `%${of}${++this.#counts[of]}`;
  }

  temporary(type: ValueType): string {
    return this.register(classOf(type));
  }

  label(what: string): string {
    return `$${what}_${++this.#labels}`;
  }

  place(label: string): void {
    this.lines.push({ kind: 'label', name: label });
  }

  declarations(): string[] {
    const lines: string[] = [];
    for (const name of ['p', 'h', 'r', 'rd', 'f', 'fd'] as const)
      if (this.#counts[name] > 0) lines.push(`\t.reg ${registerTypes[name]} \t%${name}<${this.#counts[name] + 1}>;`);
    return lines;
  }
}
