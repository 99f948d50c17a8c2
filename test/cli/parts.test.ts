/** The command's bundle in parts: what is loaded when, and that a module which several parts share is there once. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { partsOf } from '../../scripts/parts.ts';

const base = resolve(import.meta.dirname, '../../src/base/part.ts');
const sources = {
  'src/cli/main.ts': `import { part } from '${base}';
import { count, loaded } from './shared.ts';
loaded.push('main');
const first = () => part<typeof import('./first.ts')>(import.meta.url, './first.ts');
const second = () => part<typeof import('./second.ts')>(import.meta.url, './second.ts');
loaded.push(first().hello('a'), first().hello('b'), second().hello('c'), String(count()));
export const told = loaded.join(' ');
`,
  'src/cli/shared.ts': `import { basename as nameOf } from 'node:path';
let n = 0;
export const loaded: string[] = [];
export const count = () => n;
export function named(word: string): string {
  n += 1;
  return nameOf('/' + word);
}
`,
  'src/cli/both.ts': `import { loaded } from './shared.ts';
loaded.push('both');
export const greeting = { word: 'hello' };
`,
  'src/cli/first.ts': `import { greeting } from './both.ts';
import { loaded, named } from './shared.ts';
loaded.push('first');
export const hello = (to: string) => \`\${greeting.word}-\${named(to)}\`;
`,
  'src/cli/second.ts': `import { greeting } from './both.ts';
import { loaded, named } from './shared.ts';
loaded.push('second');
greeting.word = 'bye';
export const hello = (to: string) => \`\${greeting.word}-\${named(to)}\`;
`,
};

test('parts of the command', async () => {
  const root = mkdtempSync(join(tmpdir(), 'cufort-parts-'));
  try {
    write(root, Object.entries(sources));
    const settings = { bundle: true, platform: 'node', target: 'node24', absWorkingDir: root } as const;
    const define = { 'import.meta.url': 'urlOfBundle' };
    const files = await partsOf({ ...settings, define, entryPoints: ['src/cli/main.ts'] });
    assert.deepEqual([...files.keys()].map((f) => f.replace(/-\w{8}\./, '.')).sort(), [
      'cufort.cjs',
      'parts/chunk.cjs',
      'parts/first.cjs',
      'parts/second.cjs',
    ]);
    write(join(root, 'dist'), [...files]);
    const { told } = createRequire(import.meta.url)(join(root, 'dist/cufort.cjs'));
    assert.equal(told, 'main both first second hello-a hello-b bye-c 3');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('what a part is called by is where it is', async () => {
  const root = mkdtempSync(join(tmpdir(), 'cufort-parts-'));
  try {
    const text = `import { part } from '${base}';\npart<typeof import('./a.ts')>(import.meta.url, './b.ts');\n`;
    write(root, [['src/cli/main.ts', text]]);
    await assert.rejects(
      partsOf({ bundle: true, absWorkingDir: root, entryPoints: ['src/cli/main.ts'], logLevel: 'silent' }),
      /part of \.\/a\.ts loads \.\/b\.ts/,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

function write(root: string, files: readonly (readonly [string, string])[]): void {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}
