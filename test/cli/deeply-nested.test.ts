/** Sources that are nested more deeply than the usual stack allows are compiled on a larger one. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-nested-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const many = 1000;
const parentheses = `i = &\n${`${'('.repeat(100)}&\n`.repeat(many / 100)}j&\n${`&${')'.repeat(100)}&\n`.repeat(many / 100)}& + 1`;
const branches = `${'if (j < 3) then\n'.repeat(many)}i = i + 7\n${'end if\n'.repeat(many)}`;
const terms = `i = i&\n${'& + j&\n'.repeat(10_000)}& + 0`;

test('1,000 nested parentheses, 1,000 nested branches, 10,000 terms', {
  skip: process.platform === 'win32',
}, async () => {
  const source = join(folder, 'nested.f90');
  writeFileSync(source, `integer :: i = 0, j = 2\n${parentheses}\n${branches}${terms}\nprint '(i0)', i\nend\n`);
  const result = await cufort(['run', source]);
  assert.equal(result.stderr, '');
  assert.equal(result.stdout, '20010\n');
});

test('what no stack holds is told', { skip: process.platform === 'win32' }, async () => {
  const source = join(folder, 'endless.f90');
  writeFileSync(source, `${'if (.true.) then\n'.repeat(20_000)}${'end if\n'.repeat(20_000)}end\n`);
  const result = await cufort(['check', source]);
  assert.match(result.stderr, /^error\[nested-too-deep\]/);
  assert.equal(result.code, 1);
});
