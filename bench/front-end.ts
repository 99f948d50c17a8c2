/**
 * The front end alone, from text to IR, in a process of its own: `node bench/front-end.ts LINES` compiles a module of so many lines several times, after a
 * shorter one that warms up, and prints its lines, lines per second of the main thread (the median) and the most memory the process had, as JSON.
 */
import { compileSources } from '../src/driver/compile.ts';
import type { Files } from '../src/driver/files.ts';
import { defaults } from '../src/driver/options.ts';
import { longModule } from './long-source.ts';

export type FrontEnd = { readonly lines: number; readonly linesPerSecond: number; readonly megabytes: number };

/** A library without modules: cufort's own are not measured. */
const none = { module: () => undefined, defines: () => false };
const turns = 5;
const lines = Number(process.argv[2] ?? 20_000);

secondsFor(longModule(4000));
const text = longModule(lines);
const count = text.split('\n').length - 1;
const seconds = Array.from({ length: turns }, () => secondsFor(text)).sort((a, b) => a - b)[Math.floor(turns / 2)] ?? 0;
const result: FrontEnd = {
  lines: count,
  linesPerSecond: Math.round(count / seconds),
  megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
};
console.log(JSON.stringify(result));

function secondsFor(source: string): number {
  const files: Files = {
    read: (path) => (path === 'long.cuf' ? { text: source } : { reason: 'there is no such file' }),
    readBytes: () => ({ reason: 'there is no such file' }),
    exists: (path) => path === 'long.cuf',
    list: () => [],
    libraryFolder: () => '',
    librarySource: () => undefined,
    libraryNames: () => [],
    compiledLibrary: () => undefined,
    write: () => {},
  };
  const before = process.threadCpuUsage();
  const { diagnostics } = compileSources(['long.cuf'], { ...defaults, inputs: ['long.cuf'] }, files, none);
  const { user, system } = process.threadCpuUsage(before);
  const wrong = diagnostics.find((d) => d.severity === 'error');
  if (wrong) throw new Error(wrong.message);
  return (user + system) / 1e6;
}
