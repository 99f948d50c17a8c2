/** Intrinsic procedures computed by a running program, on the host and in a kernel, against recorded values of another compiler. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { warm } from '../warm.ts';
import { closeReals, expected, isReal, linesOf, realOf, shown } from './intrinsics/compare.ts';
import { numericCases, programText } from './intrinsics/program.ts';

for (const [where, device] of [
  ['on the host', false],
  ['in a kernel', true],
] as const)
  test(`intrinsics computed ${where}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'intrinsics-'));
    const cases = numericCases(device).filter((c) => expected.has(c.id));
    writeFileSync(join(folder, 'cases.cuf'), programText(cases, device));
    const result = await warm(['run', 'cases.cuf'], { cwd: folder, seconds: 240 });
    rmSync(folder, { recursive: true });
    assert.equal(result.stderr, '');
    const found = linesOf(result.stdout);
    const wrong = cases.flatMap((c) => {
      const [got = 'nothing', wanted = ''] = [found.get(c.id), expected.get(c.id)];
      const same = isReal(wanted)
        ? isReal(got) && closeReals(got.split(' ').map(realOf), wanted, c.row.ulp ?? 0)
        : got === wanted;
      return same ? [] : [`${c.id} (${c.inputs.join(', ')}): ${shown(got)} instead of ${shown(wanted)}`];
    });
    assert.deepEqual(wrong, []);
  });
