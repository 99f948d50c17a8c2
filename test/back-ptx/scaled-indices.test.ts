/** An index of 32 bits of several arrays is scaled once, by an instruction of its own, and added to each base: the form that the assembler makes one instruction for each address of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilePtx } from '../../src/back/ptx/compile.ts';
import { link } from '../../src/ir/link.ts';
import { parseModule } from '../../src/ir/parse.ts';

const at = (array: string, bytes: number): string =>
  `(offset:ptr.global ${array}:ptr.global (mul:i64 (extend:i64 (special tid.x)) ${bytes}:i64))`;

function instructionsOf(body: string): readonly string[] {
  const source = `module "m"\nkernel "k" ("a":ptr.global "b":ptr.global "c":ptr.global) () {\n${body}\n}\n`;
  const { program } = link([parseModule(source)], ['k']);
  const { text } = compilePtx(
    { program, kernels: program.kernels, functions: [] },
    { capability: 90, managed: new Map<string, number>() },
  );
  return text.split('\n').map((line) => line.trim().split(/\s/)[0]!);
}

const cases: readonly { readonly name: string; readonly body: string; readonly scaled: number }[] = [
  {
    name: 'one size of elements',
    body: `store f32 ${at('$2', 4)} 0 (add:f32 (load f32 ${at('$0', 4)} 0) (load f32 ${at('$1', 4)} 0))`,
    scaled: 1,
  },
  {
    name: 'two sizes',
    body: `store f32 ${at('$2', 4)} 0 (load f32 ${at('$0', 4)} 0)\nstore f64 ${at('$1', 8)} 0 1:f64`,
    scaled: 2,
  },
];

for (const { name, body, scaled } of cases)
  test(name, () => {
    const names = instructionsOf(body);
    assert.equal(names.filter((n) => n.startsWith('mul.wide')).length, scaled);
    assert.deepEqual(
      names.filter((n) => n.startsWith('mad.wide')),
      [],
    );
  });
