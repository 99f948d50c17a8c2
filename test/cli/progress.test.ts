/** The line that says what a long command is at. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from '../../src/cli/progress.ts';

const written = (isTTY: boolean, steps: (progress: Progress, wait: (ms: number) => void) => void): string => {
  const texts: string[] = [];
  let now = 0;
  const terminal = { isTTY, columns: 20, write: (text: string) => texts.push(text) };
  const progress = new Progress(
    () => terminal,
    () => now,
  );
  steps(progress, (ms) => {
    now += ms;
  });
  return texts.join('');
};

test('on a terminal, after a second, in one line, which goes when something else is written', (t) => {
  if (process.env.TERM === 'dumb') return t.skip('a dumb terminal');
  const steps = (progress: Progress, wait: (ms: number) => void): void => {
    progress.say('early');
    progress.clear();
    wait(1500);
    progress.say('compiling 1 of 2: a.cuf');
    progress.say('linking');
    progress.clear();
    progress.clear();
  };
  assert.equal(written(true, steps), '\r\x1b[Kcompiling 1 of 2: …\r\x1b[Klinking\r\x1b[K');
  assert.equal(written(false, steps), '');
});
