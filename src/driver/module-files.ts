/** Module files on disk: a line that names the form and the checksum of what follows, then the module. Others' are told as what they are. */

import type { Diagnostic } from '../base/diagnostic.ts';
import { zlib } from '../base/node-parts.ts';
import { nowhere } from '../base/source.ts';
import type { ModuleInterface } from '../front/fortran/analyse/declarations/module-interface.ts';
import { format } from '../front/fortran/module-format.ts';
import { type ModuleSearch, readModuleFile } from '../front/fortran/read-module-file.ts';
import { writeModuleFile } from '../front/fortran/write-module-file.ts';
import { badModuleFile } from './messages.ts';

export function moduleFileText(m: ModuleInterface): string {
  const text = writeModuleFile(m);
  return `${format} ${sumOf(text)}\n${text}\n`;
}

/** The module `name` of a file's text, or what is wrong with the file. */
export function moduleFrom(
  path: string,
  name: string,
  text: string,
  search: ModuleSearch,
): ModuleInterface | Diagnostic {
  const [, version, sum] = /^cufort module (\d+)(?: ([0-9a-f]{8})\n)?/.exec(text) ?? [];
  const body = text.slice(text.indexOf('\n') + 1).trimEnd();
  if (version === undefined) return badModuleFile(path, name, strangerOf(text));
  if (`cufort module ${version}` !== format) return badModuleFile(path, name, 'of another version of cufort');
  if (sum !== sumOf(body)) return badModuleFile(path, name, 'damaged: its checksum does not fit');
  const found = readModuleFile(body, search);
  if (!found) return badModuleFile(path, name, 'damaged');
  return found.name === name ? found : badModuleFile(path, name, `that of module \`${found.name}\``);
}

/** Stands for a module whose file cannot be read: the names that it may have are excused. */
export function unreadableModule(name: string, problem: Diagnostic): ModuleInterface {
  const nothing = new Map<string, never>();
  return {
    name,
    span: nowhere,
    symbols: nothing,
    types: nothing,
    operators: nothing,
    hidden: nothing,
    libraries: [],
    intrinsics: new Map(),
    uses: undefined,
    implicit: undefined,
    incomplete: true,
    problem,
  };
}

function sumOf(text: string): string {
  return zlib().crc32(text).toString(16).padStart(8, '0');
}

const gzip = '\\x1f\\x8b';
/** How module files begin, by whose they are. */
const strangers: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^(?:${gzip}|GFORTRAN module)`), 'of gfortran'],
  [/^V\d+ :0x/, 'of nvfortran or flang'],
  [/^(?:\ufeff|\xef\xbb\xbf)?!mod\$/, 'of flang'],
  [/^\{"format":"cufort module/, 'of another version of cufort'],
  [/^$/, 'empty'],
];

function strangerOf(text: string): string {
  return strangers.find(([pattern]) => pattern.test(text))?.[1] ?? 'not one of cufort';
}
