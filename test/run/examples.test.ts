/** The programs that the documentation shows print what they should. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cufort } from '../cufort.ts';

const examples: readonly (readonly [args: readonly string[], output: RegExp])[] = [
  [['saxpy.cuf'], /largest error: +0\.0/],
  [['heat.cuf'], /./],
  [['pi.cuf'], /3\.14/],
  [['transpose.cuf'], /./],
  [['nbody.cuf'], /less than 1e-4 of itself: +T/],
  [['poisson.cuf'], /below 1e-14: +0\.0E\+00/],
  [['conjugate-gradient.cuf'], /after 1\d\d turns .*\n.* 311\.0785/],
  [['option-price.cuf'], /price +5\.8\d \+- 0\.02/],
  [['--device', 'sim', '--devices', '3', 'two-devices.cuf'], /3 device\(s\), as on the host: T/],
];

for (const [args, output] of examples)
  test(`examples: ${args.join(' ')}`, async () => {
    const file = args.at(-1) ?? '';
    const ran = await cufort(['run', ...args.slice(0, -1), `examples/${file}`]);
    assert.equal(ran.stderr, '');
    assert.match(ran.stdout, output);
    assert.equal(ran.code, 0);
  });
