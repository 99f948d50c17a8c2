/** Every C name of NVIDIA's libraries that is offered links: the routine behind it is there and takes what it is given. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cFunctionNames } from '../../src/driver/c-functions.ts';
import { libraryOf } from '../../src/driver/library.ts';
import { link } from '../../src/ir/link.ts';
import type { Expression, Fn, Statement } from '../../src/ir/module.ts';
import { verifyModule } from '../../src/ir/verify.ts';
import { builtDisk } from '../built-disk.ts';

test('C names', () => {
  assert.ok(cFunctionNames.length > 300);
  const { archive } = libraryOf(builtDisk);
  const functions = cFunctionNames.map((name): Fn => {
    const fn = archive.function(name);
    assert.ok(fn, name);
    return fn;
  });
  const zero = (type: Expression['type']): Expression => ({
    kind: 'const',
    type,
    value: type === 'i64' || type.startsWith('ptr.') ? 0n : 0,
  });
  const calls = functions.map((fn): Statement => {
    const args = fn.locals.slice(0, fn.params).map((l) => zero(l.type));
    return { kind: 'call', callee: { kind: 'direct', name: fn.name }, args, results: [0] };
  });
  const main: Fn = {
    name: 'main',
    kind: 'host',
    params: 0,
    results: [],
    locals: [{ name: 'status', type: 'i32' }],
    slots: [],
    body: calls,
    at: functions[0]!.at,
  };
  const { program, diagnostics } = link(
    [{ name: 'test', functions: [main], globals: [], externs: [] }],
    ['main'],
    archive,
  );
  assert.deepEqual(
    diagnostics.map((d) => d.message),
    [],
  );
  const problems = verifyModule({
    name: 'all',
    functions: [...program.functions.values()],
    globals: [...program.globals.values()],
    externs: [...program.externs.values()],
  });
  assert.deepEqual(problems, []);
});
