/**
 * An executable: one file that a shell starts. It holds the runtime (a bundle), the program image and the settings of the build; a small script in front of them starts
 * Node on itself. It needs Node 24 or newer: the one it was built with, else the one on PATH.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileProblem } from '../driver/files.ts';
import type { Image } from '../driver/link.ts';
import type { Options } from '../driver/options.ts';
import { packImage } from '../driver/pack.ts';
import { shellLines } from './deep-stack.ts';
import type { DeviceName } from './device-choice.ts';
import { marks, type Settings } from './executable-parts.ts';

/** With an image for each of the devices it can run on. */
export function executableFile(
  images: readonly { readonly device: DeviceName; readonly image: Image }[],
  options: Options,
): Uint8Array {
  const packed = images.map(({ device, image }) => ({ device, bytes: packImage(image) }));
  const settings: Settings = {
    images: packed.map(({ device, bytes }) => ({ device, bytes: bytes.length })),
    model: options.model,
    devices: options.devices,
    threads: options.threads,
    koffi: fileURLToPath(import.meta.url),
  };
  const text = [
    starter(process.execPath),
    marks.runtime,
    bundle('program.cjs'),
    marks.worker,
    bundle('worker.cjs'),
    marks.settings,
    JSON.stringify(settings),
    marks.image,
    '',
  ].join('\n');
  return Buffer.concat([Buffer.from(text), ...packed.map(({ bytes }) => bytes)]);
}

/** Reads the file it stands in and runs the runtime's bundle out of it. */
const bootstrap = [
  'const file=process.argv[1]',
  'if(+process.versions.node.split(".")[0]<24){console.error(file+" needs Node 24 or newer; this is "+process.version);process.exit(1)}',
  'const whole=require("fs").readFileSync(file)',
  `const text=whole.toString("utf8",0,whole.indexOf("\\n${marks.image}\\n"))`,
  `const from=text.indexOf("\\n${marks.runtime}\\n")`,
  `const code=text.slice(from+${marks.runtime.length + 2},text.indexOf("\\n${marks.worker}\\n"))`,
  'const Module=require("module"),m=new Module(file)',
  'm.filename=file',
  'm.paths=[]',
  'globalThis.cufortExecutable=whole',
  'm._compile(code,file)',
].join(';');

function starter(node: string): string {
  const quoted = node.replaceAll("'", "'\\''");
  return [
    '#!/bin/sh',
    '# A program compiled by cufort.',
    `node='${quoted}'`,
    '[ -x "$node" ] || node=node',
    ...shellLines,
    `exec "$node" $stack --no-warnings -e '${bootstrap}' -- "$0" "$@"`,
  ].join('\n');
}

function bundle(name: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const path = [join(here, name), join(here, '../../dist', name)].find(existsSync);
  if (!path)
    throw new FileProblem(`the runtime is not built: run \`npm run prepare\` where cufort is (no dist/${name})`);
  if (isOlderThanSources(path))
    throw new FileProblem(`the runtime is older than cufort's sources: run \`npm run prepare\` where cufort is`);
  return readFileSync(path, 'utf8').replaceAll('\n#cufort:', '\n #cufort:');
}

/** Where cufort itself runs from its sources, what it writes must be of them too. */
function isOlderThanSources(path: string): boolean {
  const here = fileURLToPath(import.meta.url);
  if (!here.endsWith('.ts')) return false;
  const sources = join(dirname(here), '..');
  const { mtimeMs } = statSync(path);
  return readdirSync(sources, { recursive: true, encoding: 'utf8' }).some(
    (f) => statSync(join(sources, f)).mtimeMs > mtimeMs,
  );
}
