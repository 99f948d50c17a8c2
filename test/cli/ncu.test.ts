/** `cufort with ncu`: its sections for kernels of the simulated device. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { cufort } from '../cufort.ts';

const env = { CUFORT_DEVICE: 'sim', CUFORT_MODEL: 'h100' };
const program = join(import.meta.dirname, '../advise/cases/transpose.cuf');

test('sections', async () => {
  const text = await cufort(['as-ncu', '-k', 'naive', program], { env });
  assert.equal(text.code, 0, text.stderr);
  assert.match(
    text.stdout,
    /^==PROF== Profiling "m_naive_".*\n==PROF== Disconnected.*\n\[\d+\] transpose\.cuf@127\.0\.0\.1\n {2}m_naive_ \(16, 16, 1\)x\(32, 8, 1\), Context 1, Stream 7, Device 0, CC 9\.0\n/,
  );
  assert.match(text.stdout, / {4}Section: GPU Speed Of Light Throughput\n/);
  assert.match(text.stdout, /\n {4}Theoretical Occupancy +% +100\.00\n/);
  assert.doesNotMatch(text.stdout, /m_copy_|Source Counters/);
});

test('tables with commas, from a report', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-ncu-'));
  try {
    const file = join(folder, 'run');
    const made = await cufort(['as-ncu', '-f', '-o', file, '--clock-control', 'none', '-c', '2', program], { env });
    assert.match(made.stdout, /==PROF== Report: .*run\.ncu-rep\n$/);
    const again = await cufort(['as-ncu', '-o', file, program], { env });
    assert.equal(again.code, 1);
    assert.match(again.stderr, /==ERROR== .*run\.ncu-rep is there already/);
    const read = async (...words: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await cufort(['as-ncu', '--import', `${file}.ncu-rep`, '--csv', ...words], { env });
      return stdout.split('\n');
    };
    const [heads = '', ...lines] = await read('-k', 'naive', '--section', 'SourceCounters');
    assert.match(
      heads,
      /^"ID","Process ID","Process Name","Host Name","Kernel Name",.*"Section Name","Metric Name","Metric Unit","Metric Value"/,
    );
    assert.ok(
      lines.some((line) => /transpose\.cuf:21 global store","sectors\/request","32\.00"/.test(line)),
      lines.join('\n'),
    );
    const stores = 'l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio';
    const raw = await read('--page', 'raw', '--metrics', `launch__block_size,${stores},no_such.sum`);
    assert.match(raw[0] ?? '', new RegExp(`"CC","launch__block_size","${stores}","no_such.sum"$`));
    assert.match(raw[1] ?? '', /"sector\/request",""$/);
    assert.match(raw.find((line) => line.includes('m_naive_')) ?? '', /"256","32\.00","n\/a"$/);
    assert.equal(raw.filter((line) => line !== '').length, 4);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what there is not', async () => {
  const section = await cufort(['as-ncu', '--section', 'Occupanc', program], { env });
  assert.equal(section.code, 1);
  assert.match(section.stderr, /==ERROR== there is no section or set Occupanc: SpeedOfLight/);
});
