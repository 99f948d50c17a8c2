import type { Files } from '../src/driver/files.ts';

/** A file system of one source, without the library. */
export function oneFile(name: string, text: string): Files {
  return {
    read: (path) => (path === name ? { text } : { reason: 'there is no such file' }),
    exists: (path) => path === name,
    readBytes: () => ({ reason: 'there is no such file' }),
    list: () => [],
    libraryFolder: () => '',
    librarySource: () => undefined,
    libraryNames: () => [],
    compiledLibrary: () => undefined,
    write: () => {},
  };
}
