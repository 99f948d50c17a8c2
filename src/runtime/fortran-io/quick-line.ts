/**
 * Lines of one character item, `(a)`, the usual way: what is read or written lies in the window on the file. False, and nothing done but to the item itself, where that is not so: the statement
 * then goes the way of all others, which knows all failures.
 */
import type { Unit } from './unit.ts';

/** Longer ones go to the file past its window. */
const longest = 32768;

/** Writes bytes[at, at + count) as a record. */
export function putLine(unit: Unit, bytes: Uint8Array, at: number, count: number): boolean {
  const { connection, buffer } = unit;
  if (!isPlain(unit) || connection.action === 'read' || count > longest) return false;
  if (connection.unbuffered || buffer.terminal || unit.hasPartialOutput || !buffer.takes(count + 1)) return false;
  unit.beginWriting();
  buffer.writeLine(bytes, at, count);
  unit.nextRecord += 1;
  return true;
}

/** Fills bytes[at, at + count) with the next record, blanks behind it. */
export function getLine(unit: Unit, bytes: Uint8Array, at: number, count: number): boolean {
  const { connection, buffer } = unit;
  if (!isPlain(unit) || connection.action === 'write' || unit.afterEnd || !unit.modes.pad) return false;
  if (unit.partialInput || buffer.terminal) return false;
  if (!buffer.readLineInto(bytes, at, count)) return false;
  unit.nextRecord += 1;
  unit.markRead();
  return true;
}

function isPlain({ connection, formIsOpen, direct }: Unit): boolean {
  return connection.form === 'formatted' && !formIsOpen && !direct;
}
