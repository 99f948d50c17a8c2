/** Loads and stores that go together do what each for itself does: random statements over bytes, words and reals, whose PTX is run here line by line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilePtx } from '../../src/back/ptx/compile.ts';
import type { Instruction, Operand } from '../../src/back/ptx/instruction.ts';
import { link } from '../../src/ir/link.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { verifyModule } from '../../src/ir/verify.ts';
import { parseLines } from './lines.ts';

type Memory = 'i8' | 'i16' | 'i32';
const sizes: Readonly<Record<Memory, number>> = { i8: 1, i16: 2, i32: 4 };
const [start, bytes, arrays] = [4096, 64, 2];

/** Deterministic. */
function randomNumbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % n;
  };
}

type Cell = { readonly array: number; readonly offset: number };
type Step =
  | { readonly kind: 'set'; readonly local: number; readonly of: Cell; readonly mask: number | undefined }
  | { readonly kind: 'store'; readonly to: Cell; readonly local: number; readonly of: Cell; readonly mask: undefined };

/** Places of neighbours follow each other, as those of an unrolled loop do. */
function randomSteps(seed: number, memory: Memory): readonly Step[] {
  const next = randomNumbers(seed);
  const size = sizes[memory];
  const from = Array.from({ length: 2 * arrays }, () => size * next(16 / size));
  const cell = (kind: number, i: number): Cell => {
    const array = next(8) > 0 ? kind : next(arrays);
    const near = next(8) > 0 ? i : next(16);
    return { array, offset: Math.min(from[2 * array + kind]! + size * near, bytes - size) };
  };
  return Array.from({ length: 24 }, (_, i): Step => {
    const local = 2 + next(4);
    const of = cell(0, i >> 1);
    if (i % 2 === 0) return { kind: 'set', local, of, mask: next(2) ? 0xff >> next(2) : undefined };
    return { kind: 'store', to: cell(1, i >> 1), local, of, mask: undefined };
  });
}

function moduleOf(steps: readonly Step[], memory: Memory, overlapping: boolean): string {
  const load = ({ array, offset }: Cell): string => `(load ${memory} $${overlapping ? 0 : array}:ptr.global ${offset})`;
  const lines = steps.map((s) => {
    const value = s.mask === undefined ? load(s.of) : `(and:i32 ${load(s.of)} ${s.mask}:i32)`;
    if (s.kind === 'set') return `  $${s.local} = (add:i32 $${s.local}:i32 ${value})`;
    const to = overlapping ? 0 : s.to.array;
    return `  store ${memory} $${to}:ptr.global ${s.to.offset} (xor:i32 ${value} $${s.local}:i32)`;
  });
  const sets = [2, 3, 4, 5].map((l) => `  $${l} = ${l}:i32`);
  const locals = sets.map((_, i) => `  local "l${i}":i32`);
  const head = 'module "m"\nkernel "k" ("a":ptr.global "b":ptr.global) () {';
  return [head, ...locals, ...sets, ...lines, '}', ''].join('\n');
}

function textOf(source: string): readonly string[] {
  const module = parseModule(source);
  assert.deepEqual(verifyModule(module), []);
  const { program } = link([module], ['k']);
  const { text } = compilePtx(
    { program, kernels: program.kernels, functions: [] },
    { capability: 90, managed: new Map() },
  );
  const lines = text.split('\n');
  const at = lines.findIndex((l) => l.startsWith('.visible .entry k('));
  const open = lines.indexOf('{', at);
  return lines.slice(open + 1, lines.indexOf('}', open));
}

const firstMemory = (): DataView => {
  const memory = new DataView(new ArrayBuffer(start + arrays * bytes));
  for (let i = start; i < memory.byteLength; i++) memory.setUint8(i, (i * 37 + (i >> 3)) & 255);
  return memory;
};

function wanted(steps: readonly Step[], memory: Memory, overlapping: boolean): DataView {
  const view = firstMemory();
  const locals = [0, 0, 2, 3, 4, 5];
  const place = ({ array, offset }: Cell): number => start + (overlapping ? 0 : array * bytes) + offset;
  for (const s of steps) {
    const found = { i8: 'getInt8', i16: 'getInt16', i32: 'getInt32' } as const;
    const value = view[found[memory]](place(s.of), true) & (s.mask ?? -1);
    if (s.kind === 'set') locals[s.local] = (locals[s.local]! + value) | 0;
    else write(view, place(s.to), sizes[memory], value ^ locals[s.local]!);
  }
  return view;
}

function write(view: DataView, at: number, size: number, value: number): void {
  for (let i = 0; i < size; i++) view.setUint8(at + i, (value >> (8 * i)) & 255);
}

/** Bytes of eight, or their signs (PTX ISA 8.5, 9.7.7.7). */
function permuted(a: number, b: number, choice: number): number {
  let made = 0;
  for (let i = 0; i < 4; i++) {
    const digit = (choice >> (4 * i)) & 15;
    const byte = ((digit & 4 ? b : a) >> (8 * (digit & 3))) & 255;
    made |= (digit & 8 ? (byte & 128 ? 255 : 0) : byte) << (8 * i);
  }
  return made;
}

/** Straight code of whole numbers; how many accesses were wider than a cell. */
function run(text: readonly string[], view: DataView, cell: number): number {
  const registers = new Map<string, number>();
  let vectors = 0;
  const value = (o: Operand | undefined): number => {
    assert.equal(typeof o, 'string');
    return registers.get(String(o)) ?? Number(o);
  };
  const at = (o: Operand | undefined): number => {
    assert.ok(typeof o === 'object' && 'base' in o);
    return (registers.get(o.base) ?? Number.NaN) + o.offset;
  };
  const names = (o: Operand | undefined): readonly string[] =>
    typeof o === 'object' && 'registers' in o ? o.registers : [String(o)];
  const access = ({ name }: Instruction): { size: number; signed: boolean } => {
    const [, kind, width] = /\.([bsu])(\d+)$/.exec(name) ?? [];
    return { size: Number(width) / 8, signed: kind === 's' };
  };
  for (const line of parseLines(text)) {
    if (line.kind !== 'instruction') continue;
    const { name, operands } = line;
    const [to, a, b, c] = operands;
    if (name.startsWith('ld.param'))
      registers.set(String(to), start + bytes * Number(/\d/.exec(JSON.stringify(a))![0]));
    else if (name.startsWith('ld.global')) {
      const { size, signed } = access(line);
      const lanes = names(to);
      if (lanes.length * size > cell) vectors++;
      assert.equal(at(a) % (size * lanes.length), 0, line.name);
      lanes.forEach((r, i) => {
        const place = at(a) + i * size;
        const bits =
          size === 1 ? view.getUint8(place) : size === 2 ? view.getUint16(place, true) : view.getInt32(place, true);
        registers.set(r, signed ? (bits << (32 - 8 * size)) >> (32 - 8 * size) : bits);
      });
    } else if (name.startsWith('st.global')) {
      const { size } = access(line);
      const lanes = names(a);
      if (lanes.length * size > cell) vectors++;
      assert.equal(at(to) % (size * lanes.length), 0, line.name);
      lanes.forEach((r, i) => {
        write(view, at(to) + i * size, size, value(r));
      });
    } else if (name === 'prmt.b32') registers.set(String(to), permuted(value(a), value(b), Number(c)));
    else if (name === 'mov.b32') registers.set(String(to), value(a));
    else if (name === 'and.b32') registers.set(String(to), value(a) & value(b));
    else if (name === 'xor.b32') registers.set(String(to), value(a) ^ value(b));
    else if (name === 'add.s32') registers.set(String(to), (value(a) + value(b)) | 0);
    else assert.equal(name, 'ret');
  }
  return vectors;
}

for (const memory of ['i8', 'i16', 'i32'] as const)
  for (const overlapping of [false, true])
    test(`${memory}, ${overlapping ? 'one array' : 'two arrays'}`, () => {
      let vectors = 0;
      for (let seed = 0; seed < 100; seed++) {
        const steps = randomSteps(seed, memory);
        const view = firstMemory();
        vectors += run(textOf(moduleOf(steps, memory, overlapping)), view, sizes[memory]);
        const want = wanted(steps, memory, overlapping);
        assert.deepEqual(new Uint8Array(view.buffer, start), new Uint8Array(want.buffer, start), `seed ${seed}`);
      }
      assert.ok(vectors > 100, `${vectors} vectors`);
    });
