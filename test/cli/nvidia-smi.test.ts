/** What stands for nvidia-smi and nvaccelinfo says of simulated devices. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cufort } from '../cufort.ts';

const env = { CUFORT_DEVICE: 'sim', CUFORT_MODEL: 'v100' };
const smi = (...words: string[]) => cufort(['as-nvidia-smi', ...words], { env });

test('fields as a table', async () => {
  const table = await smi('--query-gpu=index,name,memory.total,compute_cap', '--format=csv');
  assert.equal(table.stdout, 'index, name, memory.total [MiB], compute_cap\n0, Tesla V100-SXM2-16GB, 16160 MiB, 7.0\n');
  const bare = await smi('--query-gpu=memory.free,clocks.max.sm', '--format=csv,noheader,nounits');
  assert.equal(bare.stdout, '16160, 1530\n');
  const others = await smi('--query-gpu=clocks.applications.mem,temperature.memory', '--format=csv,noheader');
  assert.equal(others.stdout, '877 MHz, [N/A]\n');
  const wrong = await smi('--query-gpu=memory.totl', '--format=csv');
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /Field "memory\.totl" is not a valid field to query; did you mean memory\.total\?/);
});

test('lists, sections, connections', async () => {
  assert.match(
    (await smi('-L')).stdout,
    /^GPU 0: Tesla V100-SXM2-16GB \(UUID: GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\)\n$/,
  );
  const memory = (await smi('-q', '-d', 'MEMORY')).stdout;
  assert.match(memory, /Attached GPUs +: 1\nGPU 00000000:07:00\.0\n {4}FB Memory Usage\n {8}Total +: 16160 MiB\n/);
  assert.doesNotMatch(memory, /ECC|Product/);
  assert.match((await smi('topo', '-m')).stdout, /^\tGPU0\t.*\nGPU0\t X /);
});

test('nvaccelinfo', async () => {
  const { stdout } = await cufort(['as-nvaccelinfo'], { env });
  assert.match(stdout, /^CUDA Driver Version: +13000\nNVRM version: .*\n\nDevice Number: +0\n/);
  assert.match(stdout, /\nDefault Target: +cc70\n/);
  assert.match(stdout, /\nCooperative Launch: +Yes\n {2}Multi-Device: +No\n/);
});
