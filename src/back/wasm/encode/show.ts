/** A listing of a module that this room wrote, one instruction a line, for `--show wat`. Reads the binary: what is shown is what runs. */
import {
  atomicInstructions,
  bulkInstructions,
  type Immediate,
  type Instruction,
  plainInstructions,
  vectorInstructions,
} from './instructions.ts';

type Reader = { readonly bytes: Uint8Array; readonly view: DataView; at: number };
type Listing = {
  readonly types: string[];
  readonly functionTypes: number[];
  readonly names: Map<number, string>;
  imported: number;
};

const typeNames: Readonly<Record<number, string>> = { 127: 'i32', 126: 'i64', 125: 'f32', 124: 'f64', 123: 'v128' };

export function showWasm(bytes: Uint8Array): string {
  const sections = sectionsOf(reader(bytes));
  const listing: Listing = { types: [], functionTypes: [], names: new Map(), imported: 0 };
  const lines: string[] = ['(module'];
  for (const [id, r] of sections) if (id === 0) readNames(r, listing);
  for (const [id, r] of sections) {
    if (id === 1) readTypes(r, listing);
    else if (id === 2) readImports(r, listing, lines);
    else if (id === 3) times(r, () => listing.functionTypes.push(u(r)));
    else if (id === 10) readCode(r, listing, lines);
    else if (id === 11) readData(r, lines);
  }
  lines.push(')');
  return `${lines.join('\n')}\n`;
}

function reader(bytes: Uint8Array): Reader {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
}

function u(r: Reader): number {
  let n = 0;
  for (let shift = 0; ; shift += 7) {
    const b = r.bytes[r.at++]!;
    n |= (b & 0x7f) << shift;
    if (b < 0x80) return n >>> 0;
  }
}

function signed(r: Reader): bigint {
  let n = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const b = r.bytes[r.at++]!;
    n |= BigInt(b & 0x7f) << shift;
    if (b < 0x80) return BigInt.asIntN(Number(shift) + 7, n);
  }
}

function text(r: Reader): string {
  const length = u(r);
  const from = r.at;
  r.at += length;
  return new TextDecoder().decode(r.bytes.slice(from, r.at));
}

function times(r: Reader, read: (i: number) => void): void {
  const n = u(r);
  for (let i = 0; i < n; i++) read(i);
}

function sectionsOf(r: Reader): [number, Reader][] {
  const sections: [number, Reader][] = [];
  r.at = 8;
  while (r.at < r.bytes.length) {
    const id = r.bytes[r.at++]!;
    const length = u(r);
    sections.push([id, reader(r.bytes.subarray(r.at, r.at + length))]);
    r.at += length;
  }
  return sections;
}

function readNames(r: Reader, listing: Listing): void {
  text(r);
  r.at++;
  u(r);
  times(r, () => {
    const index = u(r);
    listing.names.set(index, text(r));
  });
}

function typeList(r: Reader): string {
  const names: string[] = [];
  times(r, () => names.push(typeNames[r.bytes[r.at++]!] ?? '?'));
  return names.join(' ');
}

function readTypes(r: Reader, listing: Listing): void {
  times(r, () => {
    r.at++;
    const params = typeList(r);
    const results = typeList(r);
    listing.types.push(`${params ? ` (param ${params})` : ''}${results ? ` (result ${results})` : ''}`);
  });
}

function readImports(r: Reader, listing: Listing, lines: string[]): void {
  times(r, () => {
    const name = `${JSON.stringify(text(r))} ${JSON.stringify(text(r))}`;
    const kind = r.bytes[r.at++]!;
    if (kind === 0) {
      lines.push(`  (import ${name} (func${listing.types[u(r)]}))`);
      listing.imported++;
      return;
    }
    const wide = (r.bytes[r.at++]! & 4) !== 0;
    lines.push(`  (import ${name} (memory ${wide ? 'i64 ' : ''}${u(r)} ${u(r)} shared))`);
  });
}

function readCode(r: Reader, listing: Listing, lines: string[]): void {
  times(r, (i) => {
    const end = u(r) + r.at;
    lines.push(`  (func $${nameOf(listing, listing.imported + i)}${listing.types[listing.functionTypes[i]!]}`);
    times(r, () => {
      const count = u(r);
      lines.push(`    (local ${count} ${typeNames[r.bytes[r.at++]!]})`);
    });
    readBody(r, end, listing, lines);
    lines.push('  )');
  });
}

function nameOf(listing: Listing, index: number): string {
  return JSON.stringify(listing.names.get(index) ?? `${index}`);
}

function readBody(r: Reader, end: number, listing: Listing, lines: string[]): void {
  let depth = 2;
  while (r.at < end) {
    const [instruction, code] = decode(r);
    const name = instruction?.name ?? `instruction ${code}`;
    if (name === 'end' || name === 'else') depth--;
    if (r.at >= end) return;
    let line = name;
    for (const i of instruction?.with ?? []) line += ` ${immediate(r, i)}`;
    if (name === 'call') line = `call $${nameOf(listing, Number(line.slice(5)))}`;
    lines.push('  '.repeat(Math.max(2, depth)) + line);
    if (name === 'block' || name === 'loop' || name === 'if' || name === 'else') depth++;
  }
}

function decode(r: Reader): readonly [Instruction | undefined, string] {
  const first = r.bytes[r.at++]!;
  const table = { 252: bulkInstructions, 253: vectorInstructions, 254: atomicInstructions }[first];
  if (!table) return [plainInstructions.get(first), first.toString(16)];
  const second = u(r);
  return [table.get(second), `${first.toString(16)} ${second}`];
}

function immediate(r: Reader, form: Immediate): string {
  switch (form) {
    case 'block':
      r.at++;
      return '';
    case 'u':
      return `${u(r)}`;
    case 's32':
    case 's64':
      return `${signed(r)}`;
    case 'f32':
      r.at += 4;
      return `${r.view.getFloat32(r.at - 4, true)}`;
    case 'f64':
      r.at += 8;
      return `${r.view.getFloat64(r.at - 8, true)}`;
    case 'memory':
      u(r);
      return `offset=${u(r)}`;
    case 'lane-memory':
    case 'byte':
      return `${r.bytes[r.at++]}`;
    case 'table': {
      const targets: number[] = [];
      times(r, () => targets.push(u(r)));
      targets.push(u(r));
      return targets.join(' ');
    }
    case 'bytes16':
      r.at += 16;
      return [...r.bytes.subarray(r.at - 16, r.at)].map((b) => b.toString(16).padStart(2, '0')).join(' ');
  }
}

function readData(r: Reader, lines: string[]): void {
  times(r, () => {
    r.at += 2;
    const address = signed(r);
    r.at++;
    const length = u(r);
    r.at += length;
    lines.push(`  (data ${address} ${length} bytes)`);
  });
}
