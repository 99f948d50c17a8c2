/** The system around a program, over node's modules. */
import {
  accessSync,
  chmodSync,
  type Dirent,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';

import type { SystemAct } from '../library/system-names.ts';
import type { HostSystem } from '../runtime/host-system.ts';
import { errorText } from './error-texts.ts';

type Act = (path: string, other: string, number: number) => void;

const acts: Readonly<Record<SystemAct, Act>> = {
  enter: (path) => process.chdir(path),
  remove: (path) => unlinkSync(path),
  rename: (path, other) => renameSync(path, other),
  link: (path, other) => linkSync(path, other),
  'symbolic-link': (path, other) => symlinkSync(path, other),
  mode: (path, _, number) => chmodSync(path, number),
  access: (path, _, number) => accessSync(path, number),
  'make-folder': (path, _, number) => void mkdirSync(path, { mode: number }),
  'remove-folder': (path) => rmdirSync(path),
};

export function nodeSystem(): HostSystem {
  return {
    id: process.pid,
    machine: hostname(),
    folder: () => process.cwd(),
    act: (act, path, other, number) => numberOf(() => acts[act](path, other, number)),
    stat,
    list,
    user: user(),
    errorText,
    mask: (mask) => process.umask(mask),
    signal: (id, signal) => numberOf(() => void process.kill(id, signal)),
    temporaryFolder: tmpdir(),
  };
}

/** 0, or the number of the system's error. */
function numberOf(act: () => void): number {
  try {
    act();
    return 0;
  } catch (problem) {
    return problem instanceof Error && 'errno' in problem ? Math.abs(Number(problem.errno)) : 22;
  }
}

function stat(path: string, ofLink: boolean): readonly number[] | number {
  let numbers: readonly number[] = [];
  const failed = numberOf(() => {
    const s = ofLink ? lstatSync(path) : statSync(path);
    const seconds = (ms: number) => Math.floor(ms / 1000);
    const times = [seconds(s.atimeMs), seconds(s.mtimeMs), seconds(s.ctimeMs)];
    numbers = [s.dev, s.ino, s.mode, s.nlink, s.uid, s.gid, s.rdev, s.size, ...times, s.blksize, s.blocks];
  });
  return failed || numbers;
}

function list(path: string): readonly string[] | number {
  let entries: readonly string[] = [];
  const failed = numberOf(() => {
    const kind = (e: Dirent) => (e.isDirectory() ? 'd' : e.isFile() ? 'f' : e.isSymbolicLink() ? 'l' : 'o');
    entries = ['d.', 'd..', ...readdirSync(path, { withFileTypes: true }).map((e) => kind(e) + e.name)];
  });
  return failed || entries;
}

function user(): HostSystem['user'] {
  try {
    const { username, uid, gid } = userInfo();
    return { name: username, id: uid, group: gid };
  } catch {
    // A user without an entry in the system's list.
    return { name: process.env.USER ?? '', id: process.getuid?.() ?? -1, group: process.getgid?.() ?? -1 };
  }
}
