/** Object files: a line that names the form, then a module of IR with its sources, compressed and with a checksum; or several of them in one archive, as `ld -r` joins them. */

import type { Diagnostic } from '../base/diagnostic.ts';
import { zlib } from '../base/node-parts.ts';
import type { Module } from '../ir/module.ts';
import { deserialise, serialise } from '../ir/serialise.ts';
import { archiveOf, type Member, readArchive } from './ar.ts';
import type { Files } from './files.ts';
import { isMachineCode } from './foreign/elf.ts';
import { badObject, noSuchFile } from './messages.ts';

/** The number grows with each change of the IR's or the file's form. */
const magic = Buffer.from('cufort object 7\n');
const quickly = () => ({
  params: { [zlib().constants.ZSTD_c_compressionLevel]: 1, [zlib().constants.ZSTD_c_checksumFlag]: 1 },
});

export function writeObject(path: string, module: Module, files: Files): void {
  files.write(path, Buffer.concat([magic, zlib().zstdCompressSync(serialise(module), quickly())]));
}

/** A file of machine code, of another compiler. */
export type MachineObject = { readonly path: string; readonly bytes: Uint8Array };

/** What is linked in a file: one object, or those that were joined. */
export function readObjects(path: string, files: Files): readonly (Module | MachineObject)[] | Diagnostic {
  const content = files.readBytes(path);
  if ('reason' in content) return noSuchFile(path, content.reason);
  const joined = readArchive(content.bytes)?.map((m) => ({ path: m.name, bytes: m.bytes })) ?? [
    { path, bytes: content.bytes },
  ];
  const objects = joined.map(objectOf);
  const problem = objects.find((o) => typeof o === 'string');
  if (problem !== undefined) return badObject(path, problem);
  return objects.filter((o) => typeof o !== 'string');
}

/** What is wrong with it, as the end of a sentence, where it is neither. */
export function objectOf(file: MachineObject): Module | MachineObject | string {
  return isMachineCode(file.bytes) ? file : objectFrom(file.bytes);
}

function objectFrom(bytes: Uint8Array): Module | string {
  if (!magic.equals(bytes.subarray(0, magic.length)))
    return strangerOf(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));
  try {
    return deserialise(zlib().zstdDecompressSync(bytes.subarray(magic.length)));
  } catch {
    return 'damaged: its checksum does not fit';
  }
}

function strangerOf(start: string): string {
  if (start === '') return 'empty';
  const version = /^cufort object (\d+)\n/.exec(start);
  if (version) return 'of another version of cufort';
  if (/^(?:BC\xc0\xde|\xcf\xfa\xed\xfe|\x64\x86)/.test(start)) return 'of another compiler, and not for this machine';
  return 'no object file';
}

/** Several objects as one, which links all of them: an archive. */
export function joinObjects(paths: readonly string[], output: string, files: Files): Diagnostic | undefined {
  const members: Member[] = [];
  for (const path of paths) {
    const objects = readObjects(path, files);
    if ('severity' in objects) return objects;
    const content = files.readBytes(path);
    if ('reason' in content) return noSuchFile(path, content.reason);
    const inside = readArchive(content.bytes) ?? [{ name: path, bytes: content.bytes }];
    members.push(...inside.map(({ bytes }, i) => ({ name: `${members.length + i}.o`, bytes })));
  }
  files.write(output, archiveOf(members));
  return undefined;
}
