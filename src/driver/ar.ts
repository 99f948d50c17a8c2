/** Static libraries: `ar` archives of object files, as GNU's and BSD's `ar` write them. */

export type Member = { readonly name: string; readonly bytes: Uint8Array };

const magic = '!<arch>\n';
const headBytes = 60;
const latin1 = new TextDecoder('latin1');

/** Undefined: no archive, or a broken one. Tables of symbols are left out. */
export function readArchive(bytes: Uint8Array): readonly Member[] | undefined {
  if (ascii(bytes, 0, magic.length) !== magic) return undefined;
  const members: Member[] = [];
  let longNames = '';
  for (let at = magic.length; at + headBytes <= bytes.length; ) {
    const size = Number.parseInt(ascii(bytes, at + 48, 10), 10);
    const from = at + headBytes;
    if (ascii(bytes, at + 58, 2) !== '`\n' || !(size >= 0) || from + size > bytes.length) return undefined;
    const content = bytes.subarray(from, from + size);
    const field = ascii(bytes, at, 16).trimEnd();
    if (field === '//') longNames = ascii(content, 0, size);
    else {
      const member = named(field, content, longNames);
      if (!isSymbolTable(member.name)) members.push(member);
    }
    at = from + size + (size % 2);
  }
  return members;
}

/** GNU: `name/`, or `/offset` into the table of long names; BSD: `name`, or `#1/length` with the name before the content. */
function named(field: string, content: Uint8Array, longNames: string): Member {
  const bsd = /^#1\/(\d+)$/.exec(field);
  if (bsd) {
    const length = Number(bsd[1]);
    return { name: ascii(content, 0, length).replace(/\0+$/, ''), bytes: content.subarray(length) };
  }
  const long = /^\/(\d+)$/.exec(field);
  if (long) return { name: longNames.slice(Number(long[1])).split('/\n', 1)[0] ?? '', bytes: content };
  return { name: field.length > 1 ? field.replace(/\/$/, '') : field, bytes: content };
}

function isSymbolTable(name: string): boolean {
  return name === '/' || name === '/SYM64' || name.startsWith('__.SYMDEF');
}

function ascii(bytes: Uint8Array, from: number, length: number): string {
  return latin1.decode(bytes.subarray(from, from + length));
}

/** Names are short: 15 characters. */
export function archiveOf(members: readonly Member[]): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from(magic)];
  for (const { name, bytes } of members) {
    const fields = [
      `${name}/`.padEnd(16),
      '0'.padEnd(12),
      '0'.padEnd(6),
      '0'.padEnd(6),
      '644'.padEnd(8),
      String(bytes.length).padEnd(10),
    ];
    parts.push(Buffer.from(`${fields.join('')}\`\n`), bytes, Buffer.from(bytes.length % 2 ? '\n' : ''));
  }
  return Buffer.concat(parts);
}
