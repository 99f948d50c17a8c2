/**
 * Truncated, shuffled and mutated programs must end in diagnostics or a program: no crash, no hang, no stack trace.
 * `FUZZ=20000 node --test test/fuzz` runs more than the default.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const total = Number(process.env.FUZZ ?? 1500);
const from = Number(process.env.FUZZ_FROM ?? 0);
/** Of a machine that does other things as well. */
const stallSeconds = 240;

test(`${total} spoilt programs`, async () => {
  const half = Math.ceil(total / 2);
  const problems = await Promise.all([batch(from, from + half), batch(from + half, from + total)]);
  assert.deepEqual(problems.flat(), [], 'rerun one with: node test/fuzz/child.ts SEED SEED+1');
});

function batch(first: number, last: number): Promise<string[]> {
  return new Promise((settle) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts'), String(first), String(last)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const problems: string[] = [];
    let current = '';
    let timer = watch();
    child.stdout.on('data', (data: Buffer) => {
      current = data.toString().trimEnd().split('\n').at(-1) ?? current;
      clearTimeout(timer);
      timer = watch();
    });
    child.stderr.on('data', (data: Buffer) => problems.push(data.toString()));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code !== 0 && problems.length === 0) problems.push(`seed ${current}: ended with ${signal ?? code}`);
      settle(problems);
    });
    function watch(): NodeJS.Timeout {
      return setTimeout(() => {
        problems.push(`seed ${current}: no end after ${stallSeconds} s`);
        child.kill('SIGKILL');
      }, stallSeconds * 1000);
    }
  });
}
