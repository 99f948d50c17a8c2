/** Object and module files: IR with its sources' names, and what `use` needs. */
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Module } from '../ir/module.ts';
import { deserialise, serialise } from '../ir/serialise.ts';
import type { Files } from './files.ts';
import { badObject, noSuchFile } from './messages.ts';

const magic = 'cufort object 1\n';

export function writeObject(path: string, module: Module, files: Files): void {
  files.write(path, magic + serialise(module));
}

export function readObject(path: string, files: Files): Module | Diagnostic {
  const content = files.read(path);
  if ('reason' in content) return noSuchFile(path, content.reason);
  return objectFrom(content.text) ?? badObject(path);
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
