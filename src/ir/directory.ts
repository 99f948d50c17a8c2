/** Names and where something lies by each, as bytes that are searched as they are: of thousands of names a program asks for few. */

/** From and to. */
export type Place = readonly [number, number];

/** Of each name: where it ends among the names, and its place. */
const rowBytes = 12;

/** A count, rows in the order of the names' bytes, the names. */
export function packDirectory(places: ReadonlyMap<string, Place>): Uint8Array {
  const rows = [...places].map(([name, place]) => ({ name: Buffer.from(name), place }));
  rows.sort((a, b) => Buffer.compare(a.name, b.name));
  const table = Buffer.alloc(4 + rowBytes * rows.length);
  table.writeUInt32LE(rows.length);
  let end = 0;
  for (const [i, { name, place }] of rows.entries()) {
    end += name.length;
    for (const [k, n] of [end, ...place].entries()) table.writeUInt32LE(n, 4 + rowBytes * i + 4 * k);
  }
  return Buffer.concat([table, ...rows.map((r) => r.name)]);
}

/** Looks names up in what `packDirectory` made. */
export function searchDirectory(bytes: Buffer): (name: string) => Place | undefined {
  const count = bytes.readUInt32LE();
  const names = 4 + rowBytes * count;
  const cell = (row: number, k: number): number => bytes.readUInt32LE(4 + rowBytes * row + 4 * k);
  const end = (row: number): number => names + (row < 0 ? 0 : cell(row, 0));
  return (name) => {
    const wanted = Buffer.from(name);
    let [low, high] = [0, count];
    while (low < high) {
      const row = (low + high) >> 1;
      const order = bytes.compare(wanted, 0, wanted.length, end(row - 1), end(row));
      if (order === 0) return [cell(row, 1), cell(row, 2)];
      if (order < 0) low = row + 1;
      else high = row;
    }
    return undefined;
  };
}
