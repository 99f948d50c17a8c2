/** The files of cases/, each in the folder of its step: a kernel whose body is a region, a line of `---`, and the nest that the step makes of it along x. `WRITE=1` writes it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyseLanes } from '../../src/back/wasm/vector/lanes.ts';
import type { Fn } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { verifyModule } from '../../src/ir/verify.ts';
import { type Nest, printNest } from '../../src/nest/nest.ts';
import { steps } from '../../src/nest/plan.ts';

const folder = join(import.meta.dirname, 'cases');

/** Of a case with bounds of its launches. */
const ofBlock: Nest['axes'] = [
  { name: 'thread.z', extent: 1, how: 'serial' },
  { name: 'thread.y', extent: 4, how: 'serial' },
  { name: 'thread.x', extent: 32, how: 'vector' },
];

/** Nothing outlives the region; its parameters are the same for all threads. */
function nestOf(fn: Fn): Nest {
  const single = new Set(fn.locals.slice(0, fn.params).map((_, i) => i));
  const none = new Set<number>();
  const lanes = analyseLanes({
    body: fn.body,
    locals: fn.locals.length,
    arrays: none,
    single,
    inWarp: false,
    carried: none,
    slotStride: undefined,
  });
  assert.ok(lanes);
  return {
    name: fn.name,
    axes: fn.launchBounds ? ofBlock : [{ name: 'thread.x', extent: undefined, how: 'vector' }],
    body: fn.body,
    locals: [...fn.locals],
    strideOf: lanes.strideOf,
    kept: (l) => single.has(l),
    same: (l) => single.has(l),
    first: [],
  };
}

for (const name of readdirSync(folder))
  for (const file of readdirSync(join(folder, name)))
    test(`${name}/${file}`, () => {
      const path = join(folder, name, file);
      const [given = '', wanted = ''] = readFileSync(path, 'utf8').split(/^---\n/m);
      const module = parseModule(given);
      assert.deepEqual(verifyModule(module), []);
      const step = steps.find((s) => s.name === name);
      assert.ok(step, `no step ${name}`);
      const made = module.functions.map((fn) => step.apply(nestOf(fn)));
      const functions = module.functions.map((fn, i) => ({ ...fn, body: made[i]!.body, locals: made[i]!.locals }));
      assert.deepEqual(verifyModule({ ...module, functions }), []);
      const text = `${made.map(printNest).join('\n')}\n`;
      if (process.env.WRITE) writeFileSync(path, `${given}---\n${text}`);
      else assert.equal(text, wanted);
    });
