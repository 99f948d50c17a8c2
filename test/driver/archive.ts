/** Archives as `ar` writes them, for tests: the name field and the content of each member. */
export type Entry = readonly [name: string, content: string];

export function archive(entries: readonly Entry[]): Uint8Array {
  const members = entries.map(([name, content]) => {
    const size = Buffer.byteLength(content);
    const head = `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${String(size).padEnd(10)}\`\n`;
    return `${head}${content}${size % 2 ? '\n' : ''}`;
  });
  return Buffer.from(`!<arch>\n${members.join('')}`);
}
