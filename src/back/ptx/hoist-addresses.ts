/**
 * Addresses of variables (shared arrays) that stay the same while a loop runs are computed before it where only some iterations or threads need them. The assembler hoists what every iteration
 * computes; what stands in a branch of the loop it leaves there, and each pass through the branch waits for where shared memory begins. Addresses that count from parameters stay: they
 * would take registers, and with them loads that are on their way together.
 */
import { eachRead, eachSet, type Instruction, isLocal, isRegister, type Line, targetsOf } from './instruction.ts';

/** Lines of a loop: its label, and the last jump back to it. */
type Loop = { readonly from: number; readonly to: number };

const ofAddress = /^(?:mov\.u64|(?:add|sub|mul\.lo|mad\.lo)\.s64|mul\.wide\.s32|shl\.b64|cvt\.s64\.s32|cvta\b.*)$/;
const symbol = /^[A-Za-z_$][\w$]*$/;

export function hoistAddresses(lines: readonly Line[]): readonly Line[] {
  const jumps = jumpsOf(lines);
  const loops = loopsOf(lines, jumps);
  if (loops.length === 0) return lines;
  const sets = setsOf(lines);
  const wanted = wantedOf(lines, sets);
  if (wanted.size === 0) return lines;
  /** Before which line an instruction goes. */
  const moved = new Map<number, number>();
  for (const loop of loops) hoistFrom(loop, lines, jumps, sets, wanted, moved);
  return moved.size === 0 ? lines : ordered(lines, moved);
}

type Jump = { readonly at: number; readonly to: number };

function jumpsOf(lines: readonly Line[]): readonly Jump[] {
  const places = new Map<string, number>();
  const tables = new Map<string, readonly string[]>();
  lines.forEach((line, at) => {
    if (line.kind === 'label') places.set(line.name, at);
    if (line.kind === 'table') tables.set(line.name, line.targets);
  });
  const jumps: Jump[] = [];
  lines.forEach((line, at) => {
    if (line.kind !== 'instruction' || line.opcode.flow === 'on') return;
    for (const label of targetsOf(line, tables)?.to ?? []) jumps.push({ at, to: places.get(label) ?? lines.length });
  });
  return jumps;
}

/** Outer ones first. Loops that are entered by a jump are left out. */
function loopsOf(lines: readonly Line[], jumps: readonly Jump[]): readonly Loop[] {
  const ends = new Map<number, number>();
  for (const { at, to } of jumps) if (to <= at) ends.set(to, Math.max(at, ends.get(to) ?? at));
  const isEntered = ({ from, to }: Loop): boolean =>
    jumps.some((j) => (j.at < from || j.at > to) && j.to >= from && j.to <= to);
  return [...ends]
    .map(([from, to]) => ({ from, to }))
    .filter((loop) => lines[loop.from]!.kind === 'label' && !isEntered(loop))
    .sort((a, b) => a.from - b.from);
}

/** Where each register is set: the lines of those that are set several times are a list. */
function setsOf(lines: readonly Line[]): ReadonlyMap<string, readonly number[]> {
  const sets = new Map<string, number[]>();
  lines.forEach((line, at) => {
    if (line.kind !== 'instruction') return;
    eachSet(line, (register) => {
      const known = sets.get(register);
      if (known) known.push(at);
      else sets.set(register, [at]);
    });
  });
  return sets;
}

/** Lines that make addresses which count from a variable, and what these are made of. */
function wantedOf(lines: readonly Line[], sets: ReadonlyMap<string, readonly number[]>): ReadonlySet<number> {
  const wanted = new Set<number>();
  /** Registers that hold such an address. */
  const addresses = new Set<string>();
  const want = (at: number, line: Instruction): void => {
    wanted.add(at);
    eachRead(line, (register) => {
      const [maker, ...others] = sets.get(register) ?? [];
      const made = maker === undefined ? undefined : lines[maker];
      if (made?.kind !== 'instruction' || others.length > 0 || wanted.has(maker!)) return;
      if (isAddress(made, sets)) want(maker!, made);
    });
  };
  lines.forEach((line, at) => {
    if (line.kind !== 'instruction' || !isAddress(line, sets)) return;
    let counts = line.name === 'mov.u64';
    if (line.name === 'add.s64') eachRead(line, (register) => (counts ||= addresses.has(register)));
    if (!counts) return;
    addresses.add(String(line.operands[0]));
    want(at, line);
  });
  return wanted;
}

function hoistFrom(
  loop: Loop,
  lines: readonly Line[],
  jumps: readonly Jump[],
  sets: ReadonlyMap<string, readonly number[]>,
  wanted: ReadonlySet<number>,
  moved: Map<number, number>,
): void {
  const within = jumps.filter(({ at, to }) => at > loop.from && at <= loop.to && to > at);
  let next = 0;
  /** Up to which line a jump that was passed leads. */
  let skipped = loop.from;
  const stays = (register: string): boolean =>
    (sets.get(register) ?? []).every((at) => at < loop.from || at > loop.to || moved.has(at));
  for (let at = loop.from + 1; at < loop.to; at++) {
    while (next < within.length && within[next]!.at < at) skipped = Math.max(skipped, within[next++]!.to);
    const line = lines[at]!;
    if (at >= skipped || line.kind !== 'instruction' || moved.has(at)) continue;
    if (wanted.has(at) && readsOnly(line, stays)) moved.set(at, loop.from);
  }
}

function isAddress(
  { name, operands, opcode, guard }: Instruction,
  sets: ReadonlyMap<string, readonly number[]>,
): boolean {
  const [to, from] = operands;
  if (guard || typeof to !== 'string' || !isRegister(to) || isLocal(to) || sets.get(to)!.length > 1) return false;
  if (!ofAddress.test(name)) return false;
  return opcode.pure || (name === 'mov.u64' && typeof from === 'string' && symbol.test(from));
}

function readsOnly(line: Instruction, stays: (register: string) => boolean): boolean {
  let all = true;
  eachRead(line, (register) => {
    all &&= stays(register);
  });
  return all;
}

function ordered(lines: readonly Line[], moved: ReadonlyMap<number, number>): readonly Line[] {
  const before = new Map<number, Line[]>();
  for (const [at, to] of [...moved].sort((a, b) => a[0] - b[0])) {
    const list = before.get(to);
    if (list) list.push(lines[at]!);
    else before.set(to, [lines[at]!]);
  }
  return lines.flatMap((line, at) => [...(before.get(at) ?? []), ...(moved.has(at) ? [] : [line])]);
}
