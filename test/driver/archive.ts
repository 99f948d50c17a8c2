/** Archives as `ar` writes them, for tests: the name field and the content of each member. */
export type Entry = readonly [name: string, content: string | Uint8Array];

export function archive(entries: readonly Entry[]): Uint8Array {
  const members = entries.map(([name, content]) => {
    const bytes = Buffer.from(content);
    const head = `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${String(bytes.length).padEnd(10)}\`\n`;
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from(bytes.length % 2 ? '\n' : '')]);
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...members]);
}
