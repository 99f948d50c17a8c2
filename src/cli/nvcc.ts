/** `nvcc` by its name: what only it is asked for. All else is `cufort build`. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileC } from '../driver/compile-c.ts';
import { writeObject } from '../driver/objects.ts';
import { defaults } from '../driver/options.ts';
import { runBuild } from './build.ts';
import { disk } from './disk.ts';
import { print } from './print.ts';
import { standInFolder } from './stand-ins.ts';
import { version } from './version.ts';

export function runNvcc(given: readonly string[]): number {
  const words = withFiles(given);
  if (words.includes('--version') || words.includes('-V')) return print(versionText);
  const isDry = words.some((w) => w === '--dryrun' || w === '-dryrun');
  if (isDry || words.some((w) => w === '-v' || w === '--verbose')) process.stderr.write(plan(words));
  if (isDry) return 0;
  const asked = words.filter((w) => w !== '--verbose');
  return asked.some((w) => deviceLink.has(w)) ? linkDevice(asked) : runBuild(asked);
}

/** `--options-file F`: its words in place of it. */
function withFiles(words: readonly string[]): string[] {
  return words.flatMap((word, i) => {
    if (optionsFile.has(word)) return [];
    if (!optionsFile.has(words[i - 1] ?? '')) return [word];
    const content = disk.read(word);
    return 'text' in content ? wordsOf(content.text) : [word];
  });
}

const optionsFile: ReadonlySet<string> = new Set(['--options-file', '-optf']);

/** As a shell parts them. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g)].map(([word]) =>
    word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, (_, double?: string, single?: string, one?: string) =>
      double === undefined ? (single ?? one ?? '') : double.replace(/\\(["\\])/g, '$1'),
    ),
  );
}

/** As scripts take the release out of it. */
const versionText = `nvcc: NVIDIA (R) Cuda compiler driver
${version}
Cuda compilation tools, release 13.0, V13.0.88
`;

const deviceLink: ReadonlySet<string> = new Set(['-dlink', '--device-link']);

/** Device code of several objects is joined when the program is linked: the object that is asked for holds nothing. */
function linkDevice(words: readonly string[]): number {
  const at = words.findIndex((w) => w === '-o' || w === '--output-file');
  const output = (at < 0 ? undefined : words[at + 1]) ?? 'a_dlink.o';
  const path = 'device-link.c';
  const files = { ...disk, read: () => ({ text: '' }) };
  const unit = compileC(path, { ...defaults, inputs: [path] }, files, []);
  if (unit) writeObject(output, unit.module, disk);
  return unit ? 0 : 1;
}

/** What nvcc would do, in its form: CMake takes folders, the host's compiler and the default architecture from it. */
function plan(words: readonly string[]): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const top = dirname([join(here, standInFolder), join(here, '../../dist', standInFolder)].find(disk.exists) ?? here);
  const libraries = `"-L${top}/lib64"`;
  const inputs = words.filter((w) => /\.(?:cu|cpp|cc|c|o)$/.test(w)).map((w) => `"${w}"`);
  const lines = [
    '_NVVM_BRANCH_=nvvm',
    `_HERE_=${top}/bin`,
    `TOP=${top}`,
    `NVVMIR_LIBRARY_DIR=${top}/nvvm/libdevice`,
    `PATH=${process.env.PATH ?? ''}`,
    `INCLUDES="-I${top}/include"`,
    `LIBRARIES=  ${libraries}`,
    `cicc --c++17 -arch compute_75 ${inputs.join(' ')}`,
    `"${top}/bin/g++" ${inputs.join(' ')} ${libraries} -lcudadevrt -lcudart_static -lrt -lpthread -ldl`,
  ];
  return lines.map((line) => `#$ ${line}\n`).join('');
}
