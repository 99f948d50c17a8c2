/** A process compiles for 256 bits first: what V8 dies of there leaves this one alone. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import type { Layout } from '../../src/back/wasm/encode/artifact.ts';
import { ModuleWriter } from '../../src/back/wasm/encode/encode.ts';
import { CompilerProcess, type Verdict } from '../../src/runtime/sim/compiler-process.ts';
import { canWiden } from '../../src/runtime/sim/wide.ts';
import { wideSample } from '../../src/runtime/sim/wide-sample.ts';

const skip = canWiden() ? false : 'no vectors of 256 bits here';
const good = (): Uint8Array<ArrayBuffer> => Uint8Array.from(wideSample().bytes);

/**
 * Vectors made lane by lane, stored in pairs: `late`, of the pair with `early`, needs `second`, of the pair with `first`. V8 14.6 forbids that of two pairs, but not
 * where one half is in another pair as well: it takes the one pair while it takes the other, and forgets what else that needs.
 */
function crossed(address: 'i32' | 'i64' = 'i32'): Uint8Array<ArrayBuffer> {
  const module = new ModuleWriter(address);
  const code = module.code('kernel', [address], []);
  const { out } = code;
  const get = (local: number): void => out.all([0x20, local]);
  const simd = (...bytes: readonly number[]): void => out.all([0xfd, ...bytes]);
  let number = 0;
  /** The vector with another lane 0; without one, all lanes alike. */
  const made = (from?: number): number => {
    const local = code.local('v128');
    if (from !== undefined) get(from);
    out.all([0x41, ++number]);
    if (from === undefined) simd(17);
    else simd(28, 0);
    out.all([0x21, local]);
    return local;
  };
  const alike = made();
  const early = made(alike);
  const first = made(made(alike));
  const second = made(made(alike));
  const late = made(second);
  const other = made(alike);
  [
    [alike, alike],
    [first, other],
    [first, second],
    [early, late],
  ].forEach((pair, k) => {
    for (const half of [1, 0]) {
      get(0);
      get(pair[half]!);
      simd(11, 4, 32 * k + 16 * half);
    }
  });
  module.add(code);
  module.export('kernel');
  return module.write(1);
}

async function settled<T>(ask: () => T): Promise<T> {
  for (let i = 0; i < 2000 && ask() === 'open'; i++) await new Promise((then) => setTimeout(then, 10));
  return ask();
}

test('what V8 dies of is bad, and what is asked next is told apart', { skip }, async (t) => {
  const compiler = new CompilerProcess();
  t.after(() => compiler.stop());
  const asked = [good(), crossed(), good(), crossed(), good()].map((bytes) => compiler.ask(bytes, 'i32'));
  assert.equal(asked[0]!(), 'open');
  const found: Verdict[] = [];
  for (const verdict of asked) found.push(await settled(verdict));
  assert.deepEqual(found, ['good', 'bad', 'good', 'bad', 'good']);
});

test('64 bits of address', { skip }, async (t) => {
  const compiler = new CompilerProcess();
  t.after(() => compiler.stop());
  const module = new ModuleWriter('i64');
  module.add(module.code('kernel', ['i64'], []));
  module.export('kernel');
  assert.equal(await settled(compiler.ask(module.write(1), 'i64')), 'good');
  assert.equal(await settled(compiler.ask(module.write(1), 'i32')), 'bad');
});

/** A script that gives these bytes for kernel 0, others for 1, fails for 2 and ends its process for 3. */
function scriptFor(zero: Uint8Array, one: Uint8Array): string {
  const list = [zero, one].map((bytes) => `Uint8Array.of(${bytes.join()})`);
  return `exports.writeElsewhere = ({ bytes }) => ({ kernel, from }) => {
    if (kernel === 3) process.abort();
    return { bytes: [${list}][kernel].slice(), traps: [{ message: 'trap ' + from + bytes }], texts: [] };
  };`;
}

/** What another process would know of a program. */
const packed = { bytes: Uint8Array.of(1, 2), layout: {} as Layout };

for (const how of ['a file', 'compressed', 'compressed, with a folder for code'] as const)
  test(`modules that the process writes: ${how}`, { skip }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'cufort-writer-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'writer.cjs');
    const text = scriptFor(good(), crossed());
    writeFileSync(file, text);
    const codeFolder = how === 'compressed' ? undefined : folder;
    const script = how === 'a file' ? { file } : { compressed: zstdCompressSync(text), codeFolder };
    const compiler = new CompilerProcess({ script, packed });
    t.after(() => compiler.stop());
    const asked = [0, 1, 2, 3, 0].map((kernel) =>
      compiler.write({ kernel, how: { wide: true }, from: 10 * kernel }, 'i32'),
    );
    const found: unknown[] = [];
    for (const written of asked) found.push(await settled(written));
    assert.deepEqual(found.slice(1, 4), ['bad', 'bad', 'bad']);
    for (const written of [found[0], found[4]]) {
      assert.ok(typeof written === 'object' && written !== null && 'bytes' in written && 'traps' in written);
      assert.deepEqual([written.bytes, written.traps], [good(), [{ message: 'trap 01,2' }]]);
    }
    assert.equal(await settled(compiler.ask(good(), 'i32')), 'good');
  });

test('scripts that are none write nothing', { skip }, async (t) => {
  const compressed = zstdCompressSync('exports.other = 1;');
  for (const script of [{ file: '/nowhere/writer.cjs' }, { compressed, codeFolder: undefined }]) {
    const compiler = new CompilerProcess({ script, packed });
    t.after(() => compiler.stop());
    assert.equal(await settled(compiler.write({ kernel: 0, how: { wide: true }, from: 0 }, 'i32')), 'bad');
  }
});

test('where no process can be had, or another program starts, all is bad', async (t) => {
  for (const node of ['/nowhere/node', '/bin/false', '/bin/true']) {
    const compiler = new CompilerProcess(undefined, node);
    t.after(() => compiler.stop());
    const asked = [good(), good()].map((bytes) => compiler.ask(bytes, 'i32'));
    for (const verdict of asked) assert.equal(await settled(verdict), 'bad', node);
    assert.equal(await settled(compiler.ask(good(), 'i32')), 'bad', node);
  }
});

test('the process ends with what it was started for', {
  skip: skip || (platform !== 'linux' && 'needs /proc'),
}, async () => {
  const compiler = new CompilerProcess();
  assert.equal(await settled(compiler.ask(good(), 'i32')), 'good');
  const { process } = compiler;
  assert.ok(process !== undefined && isAlive(process));
  compiler.stop();
  for (let i = 0; i < 500 && isAlive(process); i++) await new Promise((then) => setTimeout(then, 10));
  assert.ok(!isAlive(process));
});

/** Those that ended and that nobody has asked about are no longer. */
function isAlive(id: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${id}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
