/** Objects and shared libraries of other compilers (ELF, 64 bits, little-endian): which functions they define, which they use. System V ABI, chapter 4. */

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
  return names(bytes, (s) => s.isDefined && functionTypes.includes(s.type));
}

/** Names of others that it uses. */
export function undefinedIn(bytes: Uint8Array): readonly string[] {
  return names(bytes, (s) => !s.isDefined);
}

/** The content of the section of that name. */
export function sectionOf(bytes: Uint8Array, name: string): Uint8Array | undefined {
  return read(bytes, undefined, (view) => {
    const sections = sectionsOf(view);
    const texts = sections[view.getUint16(62, true)];
    const found = texts && sections.find((s) => textAt(view, texts.at + s.name) === name);
    return found && bytes.subarray(found.at, found.at + found.size);
  });
}

function names(bytes: Uint8Array, is: (symbol: ElfSymbol) => boolean): readonly string[] {
  return read(bytes, [], (view) => {
    const symbols = sectionsOf(view).flatMap((s, _, all) =>
      symbolTables.includes(s.type) ? symbolsOf(view, s, all) : [],
    );
    return [...new Set(symbols.filter((s) => s.name !== '' && is(s)).map((s) => s.name))];
  });
}

function read<T>(bytes: Uint8Array, none: T, get: (view: DataView) => T): T {
  if (!isMachineCode(bytes) || bytes[4] !== 2 || bytes[5] !== 1 || bytes.length < headBytes) return none;
  try {
    return get(new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
  } catch (problem) {
    if (problem instanceof RangeError) return none;
    throw problem;
  }
}

type Section = {
  readonly name: number;
  readonly type: number;
  readonly at: number;
  readonly size: number;
  readonly link: number;
};

function sectionsOf(view: DataView): Section[] {
  const from = Number(view.getBigUint64(40, true));
  const each = view.getUint16(58, true);
  return Array.from({ length: view.getUint16(60, true) }, (_, i) => {
    const at = from + i * each;
    return {
      name: view.getUint32(at, true),
      type: view.getUint32(at + 4, true),
      at: Number(view.getBigUint64(at + 24, true)),
      size: Number(view.getBigUint64(at + 32, true)),
      link: view.getUint32(at + 40, true),
    };
  });
}

type ElfSymbol = { readonly name: string; readonly type: number; readonly isDefined: boolean };

/** All but local ones. */
function symbolsOf(view: DataView, table: Section, sections: readonly Section[]): ElfSymbol[] {
  const texts = sections[table.link];
  if (!texts) return [];
  const symbols: ElfSymbol[] = [];
  for (let at = table.at; at + symbolBytes <= table.at + table.size; at += symbolBytes) {
    const info = view.getUint8(at + 4);
    if (info >> 4 === local) continue;
    symbols.push({
      name: textAt(view, texts.at + view.getUint32(at, true)),
      type: info & 15,
      isDefined: view.getUint16(at + 6, true) !== 0,
    });
  }
  return symbols;
}

function textAt(view: DataView, from: number): string {
  let end = from;
  while (view.getUint8(end) !== 0) end++;
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + from, end - from));
}
