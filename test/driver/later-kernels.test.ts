/** Kernels that are written while the program runs, here or in another process: the same code, but for the numbers of traps and texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import type { Files } from '../../src/driver/files.ts';
import { writeElsewhere } from '../../src/driver/later-kernels.ts';
import { defaults } from '../../src/driver/options.ts';
import { compileInputs, imageToRun, linkInputs } from '../../src/driver/program.ts';
import { builtDisk } from '../built-disk.ts';

const source = `#include <cassert>
#include <cstdio>
__global__ void first(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = sqrtf(a[i]);
  assert(n < 77);
}
__global__ void second(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += 1.0f;
  if (i == n) printf("none at %d\\n", i);
  assert(n > 2);
}
int main() {
  first<<<1, 64>>>(nullptr, 0);
  second<<<1, 64>>>(nullptr, 0);
}
`;

function later() {
  const files: Files = { ...builtDisk, read: (path) => (path === 'main.cu' ? { text: source } : builtDisk.read(path)) };
  const inputs = compileInputs({ ...defaults, inputs: ['main.cu'] }, files);
  const { program } = linkInputs(inputs, files);
  assert.ok(program, inputs.diagnostics.map((d) => d.message).join('\n'));
  const { later } = imageToRun(program, defaults).kernels;
  assert.ok(later?.packed);
  return { later, packed: later.packed };
}

const sent = <T>(value: T): T => deserialize(serialize(value));

test('another process writes the same, numbers its own traps and texts, and tells them', () => {
  const { later: here, packed } = later();
  const write = writeElsewhere(sent(packed()));
  const how = { block: [64, 1, 1], strides: 'unit', wide: true } as const;
  for (const [kernel, from] of [
    [1, 1000],
    [0, 2000],
    [1, 3000],
  ] as const) {
    here.lists.traps.length = from;
    here.lists.texts.length = from;
    const { bytes, imports, kernel: facts, lines } = here.write(kernel, how);
    const written = sent(write({ kernel, how, from }));
    assert.ok(Buffer.from(bytes).equals(written.bytes));
    assert.deepEqual(written.imports, imports);
    assert.deepEqual({ ...written.kernel, at: undefined }, { ...facts, at: undefined });
    assert.deepEqual(written.lines, typeof lines === 'function' ? lines() : lines);
    const messages = written.traps.map((t) => t.message);
    assert.deepEqual(
      messages,
      here.lists.traps.slice(from).map((t) => t.message),
    );
    assert.ok(messages.some((m) => m.includes(kernel === 0 ? 'n < 77' : 'n > 2')));
    assert.deepEqual(written.texts, here.lists.texts.slice(from));
    assert.equal(written.texts.length > 0, kernel === 1);
  }
});
