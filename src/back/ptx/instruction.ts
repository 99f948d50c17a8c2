/** Instructions of PTX as values: so they go from those who write them through `reuse.ts` and `verify.ts` to the text, which is printed once. */

/** `[base+offset]`: a register or the name of a variable or parameter. */
export type Address = { readonly base: string; readonly offset: number };
/** Several registers as one operand: `{a, b}`, or as a pair `a|b` of results. */
export type Several = { readonly registers: readonly string[]; readonly as: 'vector' | 'pair' };
/** A register, an immediate or a name; or one of the above. */
export type Operand = string | Address | Several;

export type Guard = { readonly register: string; readonly negated: boolean };

export type Instruction = {
  readonly kind: 'instruction';
  /** With its types: `mad.lo.s32`. */
  readonly name: string;
  readonly opcode: Opcode;
  readonly operands: readonly Operand[];
  readonly guard: Guard | undefined;
};

export type Line =
  | Instruction
  | { readonly kind: 'label'; readonly name: string }
  /** Where `brx.idx` goes to. */
  | { readonly kind: 'table'; readonly name: string; readonly targets: readonly string[] }
  /** Lines of source, scopes, declarations within a function. */
  | { readonly kind: 'note'; readonly text: string };

/** What is known of an instruction by its name. */
export type Opcode = {
  /** The first operand is its result. */
  readonly gives: boolean;
  /** The result hangs on the operands alone. */
  readonly pure: boolean;
  /** `branch`: its operand is the label; `table`: its second one; `end`: control ends. */
  readonly flow: 'on' | 'branch' | 'table' | 'end';
};

const withoutResult =
  /^(?:st|red|bra|brx|ret|exit|call|bar\.sync|bar\.arrive|bar\.warp|barrier|membar|fence|wmma\.store|prefetch|cp)\b/;
const pure =
  /^(?:add|sub|mul|mad|fma|div|rem|neg|not|abs|and|or|xor|shl|shr|setp|selp|cvt|cvta|min|max|rcp|sqrt|rsqrt|ex2|lg2|sin|cos|brev|clz|popc|bfe|lop3|prmt|shf)\b/;
const flows: Readonly<Record<string, Opcode['flow']>> = {
  bra: 'branch',
  'brx.idx': 'table',
  ret: 'end',
  exit: 'end',
  trap: 'end',
};

/** Names are few: each is looked at once. */
const opcodes = new Map<string, Opcode>();

function opcodeOf(name: string): Opcode {
  const known = opcodes.get(name);
  if (known) return known;
  const made: Opcode = { gives: !withoutResult.test(name), pure: pure.test(name), flow: flows[name] ?? 'on' };
  opcodes.set(name, made);
  return made;
}

export function instruction(name: string, operands: readonly Operand[], guard?: Guard): Instruction {
  return { kind: 'instruction', name, opcode: opcodeOf(name), operands, guard };
}

export function address(base: string, offset = 0): Address {
  return { base, offset };
}

export function vector(registers: readonly string[]): Several {
  return { registers, as: 'vector' };
}

const isDigit = (c: number): boolean => c >= 48 && c <= 57;

/** Whether the operand is a temporary or a local of the program: what PTX itself names, as `%tid.x` and `%clock64`, is none. */
export function isRegister(operand: string): boolean {
  if (operand.charCodeAt(0) !== 37) return false;
  switch (operand[1]) {
    case 'p':
    case 'h':
    case 'l':
      return isDigit(operand.charCodeAt(2));
    case 'r':
    case 'f':
      return isDigit(operand.charCodeAt(operand[2] === 'd' ? 3 : 2));
    default:
      return false;
  }
}

export function isLocal(register: string): boolean {
  return register[1] === 'l';
}

/** The registers that an instruction sets. */
export function eachSet({ opcode, operands }: Instruction, visit: (register: string) => void): void {
  const [first] = operands;
  if (!opcode.gives || first === undefined) return;
  if (typeof first === 'string') {
    if (isRegister(first)) visit(first);
  } else if ('registers' in first) for (const r of first.registers) if (isRegister(r)) visit(r);
}

/** The registers that an instruction reads. */
export function eachRead({ opcode, operands, guard }: Instruction, visit: (register: string) => void): void {
  if (guard) visit(guard.register);
  for (let i = 0; i < operands.length; i++) {
    const operand = operands[i]!;
    if (typeof operand !== 'string' && 'base' in operand) {
      if (isRegister(operand.base)) visit(operand.base);
    } else if (i === 0 && opcode.gives) continue;
    else if (typeof operand === 'string') {
      if (isRegister(operand)) visit(operand);
    } else for (const r of operand.registers) if (isRegister(r)) visit(r);
  }
}

export type Targets = { readonly to: readonly string[]; readonly falls: boolean };

const none: readonly string[] = [];

/** Where control goes behind an instruction; undefined where that is the next line alone. */
export function targetsOf(i: Instruction, tables: ReadonlyMap<string, readonly string[]>): Targets | undefined {
  const label = (at: number): string => String(i.operands[at]);
  const falls = i.guard !== undefined;
  switch (i.opcode.flow) {
    case 'on':
      return undefined;
    case 'branch':
      return { to: [label(0)], falls };
    case 'table':
      return { to: tables.get(label(1)) ?? none, falls: false };
    case 'end':
      return { to: none, falls };
  }
}

// ---- text -----------------------------------------------------------------------------------------------------------------

export function printLine(line: Line): string {
  switch (line.kind) {
    case 'label':
      return `${line.name}:`;
    case 'table':
      return `${line.name}: .branchtargets ${line.targets.join(', ')};`;
    case 'note':
      return line.text;
    case 'instruction': {
      const { guard } = line;
      let text = guard ? `\t@${guard.negated ? '!' : ''}${guard.register} ${line.name}` : `\t${line.name}`;
      let between = ' ';
      for (const operand of line.operands) {
        text += between + printOperand(operand);
        between = ', ';
      }
      return `${text};`;
    }
  }
}

function printOperand(operand: Operand): string {
  if (typeof operand === 'string') return operand;
  if ('base' in operand) return operand.offset === 0 ? `[${operand.base}]` : `[${operand.base}+${operand.offset}]`;
  const { registers, as } = operand;
  return as === 'vector' ? `{${registers.join(', ')}}` : registers.join('|');
}
