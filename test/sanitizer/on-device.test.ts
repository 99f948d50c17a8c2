/** Kernels that look for themselves on a GPU: what is made of them for each set of checks. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-'));
after(() => rmSync(folder, { recursive: true }));
const source = join(folder, 'shared.cu');
writeFileSync(
  source,
  `__global__ void k(float *a, int n) {
  __shared__ float s[64];
  extern __shared__ float more[];
  float own[4];
  own[n & 3] = a[threadIdx.x];
  s[threadIdx.x] = own[0];
  more[threadIdx.x] = own[1];
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x] + more[n] + own[n & 1];
}
int main() { k<<<1, 64, 256>>>(nullptr, 3); }
`,
);

for (const [tools, hasTwins] of [
  ['memory', false],
  ['init', true],
  ['memory,init', true],
  ['leak', false],
] as const)
  test(`--device cuda --check ${tools}: shared and local arrays have twins where what is written is looked for`, async () => {
    const made = await cufort(['build', '-w', '--device', 'cuda', '--check', tools, '--show', 'ptx', source]);
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stdout, /\.visible \.entry _Z1kPfi/);
    assert.equal(/_unset\[/.test(made.stdout), hasTwins);
  });
