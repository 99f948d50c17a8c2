/** Object and module files: IR with its sources' names, and what `use` needs. */
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Module } from '../ir/module.ts';
import { deserialise, serialise } from '../ir/serialise.ts';
import type { Files } from './files.ts';
import { isMachineCode } from './foreign/elf.ts';
import { badObject, noSuchFile } from './messages.ts';

const magic = 'cufort object 1\n';

export function writeObject(path: string, module: Module, files: Files): void {
  files.write(path, magic + serialise(module));
}

/** A file of machine code, of another compiler. */
export type MachineObject = { readonly path: string; readonly bytes: Uint8Array };

export function readObject(path: string, files: Files): Module | MachineObject | Diagnostic {
  const content = files.readBytes(path);
  if ('reason' in content) return noSuchFile(path, content.reason);
  return objectOf({ path, bytes: content.bytes }) ?? badObject(path);
}

/** Undefined: neither. */
export function objectOf(file: MachineObject): Module | MachineObject | undefined {
  return isMachineCode(file.bytes) ? file : objectFrom(new TextDecoder().decode(file.bytes));
}

/** Undefined: not an object of this version. */
export function objectFrom(text: string): Module | undefined {
  if (!text.startsWith(magic)) return undefined;
  try {
    return deserialise(text.slice(magic.length));
  } catch {
    return undefined;
  }
}
