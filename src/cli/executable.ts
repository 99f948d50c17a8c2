/**
 * An executable: one file that a shell starts. It holds the runtime (a bundle), the program image and the settings of the build; a small script in front of them starts
 * Node on itself. It needs Node 24 or newer: the one that CUFORT_NODE names, the one beside it (`standalone.ts`), the one that a build of this user left word of, or the
 * one on PATH. The same sources and options give the same bytes.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from '../base/digest.ts';
import { zlib } from '../base/node-parts.ts';
import { FileProblem } from '../driver/files.ts';
import type { Image, KernelsInside } from '../driver/link.ts';
import type { Options } from '../driver/options.ts';
import { packImage } from '../driver/pack.ts';
import { shellLines } from './deep-stack.ts';
import type { DeviceName } from './device-choice.ts';
import { type KernelsPart, marks, type Settings } from './executable-parts.ts';
import { type BundleName, freshBundle } from './runtime-bundles.ts';
import { links, runtimeFolderOf, stateFolderInShell } from './whereabouts.ts';

/** With an image for each of the devices it can run on. */
export function executableFile(
  images: readonly { readonly device: DeviceName; readonly image: Image }[],
  options: Options,
  carried: Uint8Array | undefined,
): Uint8Array {
  const pool = new KernelsPool();
  const packed = images.map(({ device, image: { kernels: all, ...image } }) => {
    const { carried: inside, ...kernels } = all;
    const part = inside && pool.add(inside);
    return {
      device,
      memory: image.layout.address === 'i64' ? (64 as const) : (32 as const),
      bytes: packImage({ ...image, kernels }),
      ...(part && { kernels: part }),
    };
  });
  const writer = pool.parts.length > 0 ? zlib().zstdCompressSync(bundle('kernels.cjs')) : undefined;
  const settings: Settings = {
    images: packed.map(({ bytes, ...image }) => ({ ...image, bytes: bytes.length })),
    model: options.model,
    devices: options.devices,
    threads: options.threads,
    ...(carried && { carried: carried.length }),
    ...(writer && { writer: writer.length }),
  };
  const runtime = bundle('program.cjs');
  const text = [
    starter(digestOf(runtime)),
    marks.start,
    bundle('start.cjs'),
    marks.runtime,
    runtime,
    marks.worker,
    bundle('worker.cjs'),
    marks.settings,
    JSON.stringify(settings),
    marks.image,
    '',
  ].join('\n');
  const behind = [carried, writer].filter((part) => part !== undefined);
  return Buffer.concat([Buffer.from(text), ...packed.map(({ bytes }) => bytes), ...behind, ...pool.parts]);
}

/** What kernels are written from, once for all images that it is the same for. */
class KernelsPool {
  readonly parts: Uint8Array[] = [];

  add({ count, bytes }: KernelsInside): KernelsPart {
    let at = 0;
    for (const part of this.parts) {
      if (Buffer.compare(part, bytes) === 0) return { count, at, bytes: bytes.length };
      at += part.length;
    }
    this.parts.push(bytes);
    return { count, at, bytes: bytes.length };
  }
}

const needed = ' needs Node 24 or newer: put it on PATH, name it in CUFORT_NODE, or build with --standalone';

/**
 * Reads the file it stands in and runs the runtime's bundle out of it, by a name that all executables of this cufort have for it: what V8 made of it for one of them
 * serves all.
 */
const bootstrap = (digest: string): string =>
  [
    'const file=process.argv[1]',
    `if(+process.versions.node.split(".")[0]<24){console.error(file+"${needed} (this is "+process.version+")");process.exit(1)}`,
    'const whole=require("fs").readFileSync(file)',
    'const part=(a,b)=>whole.toString("utf8",whole.indexOf("\\n"+a+"\\n")+a.length+2,whole.indexOf("\\n"+b+"\\n"))',
    'const Module=require("module")',
    'const run=(code,name)=>{const m=new Module(file);m.filename=file;m.paths=[];m._compile(code,name);return m.exports}',
    `const folder=run(part("${marks.start}","${marks.runtime}"),file).codeFolder()`,
    'if(folder)Module.enableCompileCache(folder)',
    'globalThis.cufortExecutable=whole',
    `run(part("${marks.runtime}","${marks.worker}"),folder?folder+"/runtime-${digest}.cjs":file)`,
  ].join(';');

const starter = (digest: string): string =>
  [
    '#!/bin/sh',
    '# A program compiled by cufort.',
    'self=$0',
    '[ -h "$self" ] && self=$(readlink -f "$0")',
    `for node in "$CUFORT_NODE" "${runtimeFolderOf('$self')}/node" "${stateFolderInShell}/${links.node}" node; do`,
    '  [ -x "$node" ] && break',
    'done',
    `command -v "$node" >/dev/null || { echo "$0${needed}" >&2; exit 127; }`,
    ...shellLines,
    `exec "$node" $stack --no-warnings -e '${bootstrap(digest)}' -- "$0" "$@"`,
  ].join('\n');

function bundle(name: BundleName): string {
  const here = fileURLToPath(import.meta.url);
  const text = here.endsWith('.ts')
    ? besideSources(name, join(dirname(here), '../..'))
    : readFileSync(join(here, '..', name), 'utf8');
  return text.replaceAll('\n#cufort:', '\n #cufort:');
}

/** What cufort writes while it runs from its sources is of them too: dist/ is taken where it is newer. */
function besideSources(name: BundleName, root: string): string {
  const path = join(root, 'dist', name);
  if (existsSync(path) && statSync(path).mtimeMs > newest(join(root, 'src'))) return readFileSync(path, 'utf8');
  const made = freshBundle(name, root);
  if (made === undefined)
    throw new FileProblem(`the runtime is not built: run \`npm run prepare\` where cufort is (dist/${name})`);
  return made;
}

function newest(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.reduce((time, f) => Math.max(time, statSync(join(folder, f)).mtimeMs), 0);
}
