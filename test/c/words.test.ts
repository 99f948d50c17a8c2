/** argv holds the command's words, the first of which is the program's name alone. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { cufort } from '../cufort.ts';

const cwd = join(import.meta.dirname, 'words');

test('the words of a command in C', async () => {
  const { stdout } = await cufort(['run', 'words.c', '--', '-n=3', 'a b', 'x'], { cwd });
  assert.equal(stdout, '[words.c][-n=3][a b][x]4 1\n');
});
