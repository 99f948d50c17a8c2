/** Object files: a line that names the form, then a module of IR with its sources, compressed. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Module } from '../ir/module.ts';
import { deserialise, serialise } from '../ir/serialise.ts';
import type { Files } from './files.ts';
import { isMachineCode } from './foreign/elf.ts';
import { badObject, noSuchFile } from './messages.ts';

/** The number grows with each change of the IR's or the file's form. */
const magic = Buffer.from('cufort object 3\n');
const quickly = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function writeObject(path: string, module: Module, files: Files): void {
  files.write(path, Buffer.concat([magic, zstdCompressSync(serialise(module), quickly)]));
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
  return isMachineCode(file.bytes) ? file : objectFrom(file.bytes);
}

/** Undefined: not an object of this version. */
function objectFrom(bytes: Uint8Array): Module | undefined {
  if (!magic.equals(bytes.subarray(0, magic.length))) return undefined;
  try {
    return deserialise(zstdDecompressSync(bytes.subarray(magic.length)));
  } catch {
    return undefined;
  }
}
