/** The verifier refuses a statement that stands in two places: analyses keep what they find by object. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseModule } from '../../src/ir/parse.ts';
import { verifyModule } from '../../src/ir/verify.ts';
import { copyOf } from '../../src/ir/walk.ts';

const module = parseModule(`module "m"
kernel "k" ("p0":ptr.global) () {
  local "i":i32
  $1 = (special tid.x)
  if (gt:bool $1:i32 3:i32) {
    store i32 $0:ptr.global 0 $1:i32
  }
  return ()
}
`);
const [kernel] = module.functions;
const [, branch] = kernel!.body;

test('a statement that stands twice is refused, its copy is not', () => {
  const twice = { ...module, functions: [{ ...kernel!, body: [branch!, ...kernel!.body] }] };
  assert.deepEqual(verifyModule(twice), [{ where: 'k', what: 'the same if stands twice' }]);
  const copied = { ...module, functions: [{ ...kernel!, body: [...copyOf([branch!]), ...kernel!.body] }] };
  assert.deepEqual(verifyModule(copied), []);
});
