/** How many instructions the functions of a cubin have: 16 bytes each, without the padding at the end. */

const instructionBytes = 16;
/** The low 12 bits of NVIDIA's instructions since Volta. */
const nop = 0x918;
const jump = 0x947;

export function instructionsOf(cubin: Buffer): ReadonlyMap<string, number> {
  const table = Number(cubin.readBigUInt64LE(0x28));
  const count = cubin.readUInt16LE(0x3c);
  const header = (i: number): Buffer => cubin.subarray(table + 64 * i, table + 64 * (i + 1));
  const place = (of: Buffer): number => Number(of.readBigUInt64LE(0x18));
  const names = place(header(cubin.readUInt16LE(0x3e)));
  const found = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const section = header(i);
    const start = names + section.readUInt32LE(0);
    const name = cubin.toString('latin1', start, cubin.indexOf(0, start));
    if (!name.startsWith('.text.')) continue;
    const at = place(section);
    found.set(name.slice('.text.'.length), countIn(cubin.subarray(at, at + Number(section.readBigUInt64LE(0x20)))));
  }
  return found;
}

/** A function ends with a jump to itself and nops. */
function countIn(code: Buffer): number {
  let n = Math.floor(code.length / instructionBytes);
  const kind = (i: number): number => code.readUInt16LE(i * instructionBytes) & 0xfff;
  while (n > 0 && kind(n - 1) === nop) n--;
  return n > 0 && kind(n - 1) === jump ? n - 1 : n;
}
