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
  if (!content.text.startsWith(magic)) return badObject(path);
  try {
    return deserialise(content.text.slice(magic.length));
  } catch {
    return badObject(path);
  }
}
