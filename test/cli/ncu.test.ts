/** `cufort with ncu`: its sections for kernels of the simulated device. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { cufort } from '../cufort.ts';

const env = { CUFORT_DEVICE: 'sim', CUFORT_MODEL: 'h100' };
const program = join(import.meta.dirname, '../advise/cases/transpose.cuf');

test('sections', async () => {
  const text = await cufort(['as-ncu', '-k', 'naive', program], { env });
  assert.equal(text.code, 0, text.stderr);
  assert.match(text.stdout, /^ {2}m\.naive \(16, 16, 1\)x\(32, 8, 1\), Device 0, CC 9\.0/);
  assert.match(text.stdout, / {4}Section: GPU Speed Of Light Throughput\n/);
  assert.match(text.stdout, /\n {4}Theoretical Occupancy +% +100\.00\n/);
  assert.doesNotMatch(text.stdout, /m\.copy|Source Counters/);
  const csv = await cufort(['as-ncu', '-k', 'naive', '--section', 'SourceCounters', '--csv', program], { env });
  assert.match(csv.stdout, /^"ID","Kernel Name","Section Name","Metric Name","Metric Unit","Metric Value"\n/);
  assert.match(csv.stdout, /transpose\.cuf:21 global store","sectors\/request","32\.00"\n/);
});

test('what there is not', async () => {
  const section = await cufort(['as-ncu', '--section', 'Occupanc', program], { env });
  assert.equal(section.code, 1);
  assert.match(section.stderr, /there is no section Occupanc: SpeedOfLight/);
});
