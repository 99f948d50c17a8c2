/**
 * Unformatted records as a whole, the usual way: the unit is connected to records of this machine's order of bytes, and what is read lies in the window on the file. False, and nothing done, where
 * that is not so: the statement then goes the way of all others, which knows all failures.
 */
import type { Unit } from './unit.ts';

/** Longer ones go to the file past its window. */
const longest = 32768;
/** Before and behind a sequential record. */
const markBytes = 4;

export function putRecord(unit: Unit, record: number | undefined, bytes: Uint8Array): boolean {
  const { access, action, recordLength } = unit.connection;
  if (!isPlain(unit) || action === 'read' || bytes.length > longest) return false;
  const { buffer } = unit;
  if (access === 'direct') {
    if (record === undefined || record < 1 || bytes.length > recordLength) return false;
    const position = (record - 1) * recordLength;
    if (!buffer.takes(recordLength, position)) return false;
    unit.beginWriting();
    buffer.position = position;
    buffer.write(bytes);
    if (bytes.length < recordLength) buffer.fill(0, recordLength - bytes.length);
    unit.nextRecord = record + 1;
    return true;
  }
  if (record !== undefined || !buffer.takes(bytes.length + 2 * markBytes)) return false;
  unit.beginWriting();
  if (access === 'stream') buffer.write(bytes);
  else buffer.writeMarked(bytes);
  unit.nextRecord += 1;
  return true;
}

export function getRecord(unit: Unit, record: number | undefined, bytes: Uint8Array): boolean {
  const { access, action, recordLength } = unit.connection;
  if (!isPlain(unit) || action === 'write' || unit.afterEnd) return false;
  const { buffer } = unit;
  if (access === 'direct') {
    if (record === undefined || record < 1 || bytes.length > recordLength) return false;
    if (!buffer.readAt((record - 1) * recordLength, bytes)) return false;
    unit.nextRecord = record + 1;
    return true;
  }
  if (record !== undefined) return false;
  if (!(access === 'stream' ? buffer.readAt(buffer.position, bytes) : buffer.readMarked(bytes))) return false;
  unit.nextRecord += 1;
  unit.markRead();
  return true;
}

function isPlain({ connection, formIsOpen }: Unit): boolean {
  return connection.form === 'unformatted' && !formIsOpen && !connection.bigEndian;
}

/** The items of a record, and what byte swapping swaps in each. */
export function partsOf(bytes: Uint8Array, sizes: number): readonly (readonly [Uint8Array, number])[] {
  const sizeOf = (bits: number): number => 1 << ((bits & 7) - 1);
  if (sizes < 0) return [[bytes, sizeOf(sizes)]];
  const parts: (readonly [Uint8Array, number])[] = [];
  for (let left = sizes, at = 0; left !== 0; left >>>= 3) {
    const size = sizeOf(left);
    parts.push([bytes.subarray(at, at + size), size]);
    at += size;
  }
  return parts;
}
