/** What a program may ask of the system around it, beyond files that are read and written. */
import type { SystemAct } from '../library/system-names.ts';

export type HostSystem = {
  readonly id: number;
  readonly machine: string;
  readonly folder: () => string;
  /** Gives 0, or the number of the system's error. */
  readonly act: (act: SystemAct, path: string, other: string, number: number) => number;
  /** As of C's stat: device, inode, mode, links, user, group, device type, size, times of access, change and status, block size, blocks; or an error number. */
  readonly stat: (path: string, ofLink: boolean) => readonly number[] | number;
  /** What a directory holds: the kind of each entry (d directory, f file, l link, o other) before its name; or an error number. */
  readonly list: (path: string) => readonly string[] | number;
  readonly user: { readonly name: string; readonly id: number; readonly group: number };
  readonly errorText: (number: number) => string;
  readonly mask: (mask: number) => number;
  readonly signal: (process: number, signal: number) => number;
  readonly temporaryFolder: string;
};
