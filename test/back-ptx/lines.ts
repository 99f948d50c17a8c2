/** Instructions as text, for tests that write them so. */
import { instruction, type Line, type Operand } from '../../src/back/ptx/instruction.ts';

export function parseLines(text: readonly string[]): Line[] {
  return text.map(parseLine);
}

function parseLine(text: string): Line {
  const table = /^(\$\w+): \.branchtargets (.*);/.exec(text);
  if (table) return { kind: 'table', name: table[1]!, targets: table[2]!.split(', ') };
  const label = /^(\$\w+):$/.exec(text);
  if (label) return { kind: 'label', name: label[1]! };
  const parts = /^\t(?:@(!?)(%\w+) )?([a-z][\w.:]*) ?(.*);$/.exec(text);
  if (!parts) return { kind: 'note', text };
  const [, not, register, name = '', rest = ''] = parts;
  const operands = rest === '' ? [] : (rest.match(/\{[^}]*\}|[^,{}]+/g) ?? []).map((o) => parseOperand(o.trim()));
  return instruction(
    name,
    operands.filter((o) => o !== ''),
    register === undefined ? undefined : { register, negated: not === '!' },
  );
}

function parseOperand(text: string): Operand {
  const [, base, offset] = /^\[([^+\]]+)(?:\+(-?\d+))?\]$/.exec(text) ?? [];
  if (base !== undefined) return { base, offset: Number(offset ?? 0) };
  if (text.startsWith('{')) return { registers: text.slice(1, -1).split(', '), as: 'vector' };
  return text.includes('|') ? { registers: text.split('|'), as: 'pair' } : text;
}
