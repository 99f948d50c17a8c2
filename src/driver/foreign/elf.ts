/** Objects and shared libraries of other compilers (ELF, 64 bits, little-endian): which functions they define. System V ABI, chapter 4. */

const headBytes = 64;
const symbolBytes = 24;
const symbolTables = [2, 11];
const functionTypes = [2, 10];
const local = 0;

export function isMachineCode(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46;
}

/** Names that others may call; none where the file is of another kind, or damaged. */
export function functionsOf(bytes: Uint8Array): readonly string[] {
  if (!isMachineCode(bytes) || bytes[4] !== 2 || bytes[5] !== 1 || bytes.length < headBytes) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const names = sectionsOf(view).flatMap((s, _, all) =>
      symbolTables.includes(s.type) ? symbolsOf(view, s, all) : [],
    );
    return [...new Set(names)];
  } catch (problem) {
    if (problem instanceof RangeError) return [];
    throw problem;
  }
}

type Section = { readonly type: number; readonly at: number; readonly size: number; readonly link: number };

function sectionsOf(view: DataView): Section[] {
  const from = Number(view.getBigUint64(40, true));
  const each = view.getUint16(58, true);
  return Array.from({ length: view.getUint16(60, true) }, (_, i) => {
    const at = from + i * each;
    return {
      type: view.getUint32(at + 4, true),
      at: Number(view.getBigUint64(at + 24, true)),
      size: Number(view.getBigUint64(at + 32, true)),
      link: view.getUint32(at + 40, true),
    };
  });
}

function symbolsOf(view: DataView, table: Section, sections: readonly Section[]): string[] {
  const texts = sections[table.link];
  if (!texts) return [];
  const names: string[] = [];
  for (let at = table.at; at + symbolBytes <= table.at + table.size; at += symbolBytes) {
    const info = view.getUint8(at + 4);
    const isDefined = view.getUint16(at + 6, true) !== 0;
    if (isDefined && functionTypes.includes(info & 15) && info >> 4 !== local)
      names.push(textAt(view, texts.at + view.getUint32(at, true)));
  }
  return names;
}

function textAt(view: DataView, from: number): string {
  let end = from;
  while (view.getUint8(end) !== 0) end++;
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + from, end - from));
}
