/** The text of one function: instructions, registers and labels. */
import type { ValueType } from '../../ir/types.ts';
import { classOf, type RegisterClass, registerTypes } from './represent.ts';

export class Code {
  readonly lines: string[] = [];
  /** What stands before everything else. */
  readonly entry: string[] = [];
  readonly #counts: Record<RegisterClass, number> = { p: 0, r: 0, rd: 0, f: 0, fd: 0, h: 0 };
  #labels = 0;

  /** One instruction. */
  put(...parts: readonly string[]): void {
    const [name, ...operands] = parts;
    this.lines.push(`\t${name}${operands.length > 0 ? ` ${operands.join(', ')}` : ''};`);
  }

  raw(line: string): void {
    this.lines.push(line);
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
    this.lines.push(`${label}:`);
  }

  declarations(): string[] {
    const lines: string[] = [];
    for (const name of ['p', 'h', 'r', 'rd', 'f', 'fd'] as const)
      if (this.#counts[name] > 0) lines.push(`\t.reg ${registerTypes[name]} \t%${name}<${this.#counts[name] + 1}>;`);
    return lines;
  }
}
