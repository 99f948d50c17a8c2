import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowhere } from '../../src/base/source.ts';
import { add, i32, i64, local, mul, offset, op, special, sub, wide } from '../../src/ir/build.ts';
import type { Expression, Module } from '../../src/ir/module.ts';
import { boot } from './machine.ts';

/** The address of element i (from 1) of an array of 4-byte numbers. */
const element = (base: Expression, i: Expression): Expression => offset(base, mul(sub(wide(i), i64(1)), i64(4)));

const module: Module = {
  name: 'increment',
  globals: [
    {
      name: 'text',
      placement: 'host',
      size: 5,
      align: 1,
      linkage: 'define',
      init: [{ offset: 0, bytes: new TextEncoder().encode('hello') }],
    },
  ],
  externs: [{ name: 'note', from: 'runtime', params: ['ptr.host', 'i32'], results: [] }],
  functions: [
    {
      name: 'increment',
      kind: 'kernel',
      params: 2,
      results: [],
      locals: [
        { name: 'a', type: 'ptr.global' },
        { name: 'b', type: 'i32' },
        { name: 'i', type: 'i32' },
      ],
      slots: [],
      at: nowhere,
      body: [
        { kind: 'set', local: 2, value: add(special('tid.x'), i32(1)) },
        {
          kind: 'store',
          memory: 'i32',
          to: element(local(0, 'ptr.global'), local(2, 'i32')),
          offset: 0,
          value: add(
            {
              kind: 'load',
              type: 'i32',
              memory: 'i32',
              from: element(local(0, 'ptr.global'), local(2, 'i32')),
              offset: 0,
            },
            local(1, 'i32'),
          ),
        },
      ],
    },
    {
      name: 'main',
      kind: 'host',
      params: 2,
      results: ['i32'],
      locals: [
        { name: 'a', type: 'i64' },
        { name: 'n', type: 'i32' },
      ],
      slots: [{ name: 'x', size: 4, align: 4 }],
      at: nowhere,
      body: [
        { kind: 'store', memory: 'i32', to: { kind: 'slot', type: 'ptr.host', index: 0 }, offset: 0, value: i32(42) },
        {
          kind: 'launch',
          kernel: { kind: 'direct', name: 'increment' },
          grid: [i32(1), i32(1), i32(1)],
          block: [local(1, 'i32'), i32(1), i32(1)],
          shared: i32(0),
          stream: i64(0),
          args: [op('from.address', [local(0, 'i64')], 'ptr.global'), i32(3)],
        },
        {
          kind: 'call',
          callee: { kind: 'direct', name: 'note' },
          args: [{ kind: 'global', type: 'ptr.host', name: 'text' }, i32(5)],
          results: [],
        },
        {
          kind: 'return',
          values: [
            { kind: 'load', type: 'i32', memory: 'i32', from: { kind: 'slot', type: 'ptr.host', index: 0 }, offset: 0 },
          ],
        },
      ],
    },
  ],
};

test('a host program launches a kernel', () => {
  const notes: string[] = [];
  const m = boot(module, ['main'], {
    note: (at, n) => {
      notes.push(new TextDecoder().decode(new Uint8Array(m.memory.buffer).slice(Number(at), Number(at) + Number(n))));
    },
  });
  const a = m.allocate(1024);
  for (let i = 0; i < 256; i++) m.view.setInt32(a + 4 * i, i, true);
  assert.equal(m.call('main', BigInt(a), 256), 42);
  for (let i = 0; i < 256; i++) assert.equal(m.view.getInt32(a + 4 * i, true), i + 3);
  assert.deepEqual(notes, ['hello']);
});
