/** What the sanitizer has found, for those who read it elsewhere. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-'));
after(() => rmSync(folder, { recursive: true }));
const program = 'test/sanitizer/cases/near-miss.cuf';

test('--format github: an annotation for each place', async () => {
  const ran = await cufort(['run', '-w', '--check', 'memory', '--format', 'github', program]);
  const [first = '', ...more] = ran.stdout.split('\n').filter((l) => l.startsWith('::error'));
  assert.match(
    first,
    /^::error file=test\/sanitizer\/cases\/near-miss\.cuf,line=11,col=5,title=Invalid __global__ write of size 4 bytes::/,
  );
  assert.match(first, /subscript 11 is not from 1 to 10.*%0A6 times in all$/);
  assert.equal(more.length, 1);
});

test('--format github: warnings are warnings', async () => {
  const ran = await cufort([
    'run',
    '-w',
    '--check',
    'race',
    '--format',
    'github',
    'test/sanitizer/cases/race-warp.cuf',
  ]);
  assert.match(ran.stdout, /^::warning file=test\/sanitizer\/cases\/race-warp\.cuf,line=15,/m);
});

test('--format sarif: a result for each place', async () => {
  const path = join(folder, 'found.sarif');
  const ran = await cufort(['run', '-w', '--check', 'memory', '--format', `sarif:${path}`, program]);
  assert.equal(ran.code, 1);
  const { version, runs } = JSON.parse(readFileSync(path, 'utf8'));
  assert.equal(version, '2.1.0');
  const [result] = runs[0].results;
  assert.equal(result.ruleId, 'memory');
  assert.deepEqual(result.locations[0].physicalLocation, {
    artifactLocation: { uri: program },
    region: { startLine: 11, startColumn: 5 },
  });
});

test('--format: another word is refused', async () => {
  const ran = await cufort(['run', '--format', 'html', program]);
  assert.match(ran.stderr, /--format takes text, github, sarif or sarif:FILE, not 'html'/);
  assert.equal(ran.code, 1);
});
