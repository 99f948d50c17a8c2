/** Launches that give a kernel's parameters the same numbers again and again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasFixed, LaunchArguments } from '../../src/runtime/sim/launch-arguments.ts';
import type { SimKernel } from '../../src/runtime/sim/sim-kernel.ts';
import { plainKernel } from './harness.ts';

const milliseconds = 1e6;
const kernel: SimKernel = {
  ...plainKernel,
  facts: { ...plainKernel.facts, params: ['i32', 'i64', 'i32'] },
  shapeParams: [
    { param: 0, most: 16 },
    { param: 1, most: 16 },
  ],
};

/** Parameters behind 8 bytes that are nobody's. */
function launchOf(...values: readonly (number | bigint)[]): DataView {
  const view = new DataView(new ArrayBuffer(8 + 8 * values.length));
  values.forEach((value, i) => {
    view.setBigInt64(8 + 8 * i, BigInt(value), true);
  });
  return view;
}

test('the same small numbers get code of their own when they have taken long enough', () => {
  const known = new LaunchArguments();
  const launch = launchOf(3, 2n ** 32n + 5n, 1);
  assert.equal(known.of(0, kernel, launch, 8, { nanoseconds: 6 * milliseconds }), undefined);
  assert.ok(known.runsAny(0, kernel, launch, 8, milliseconds));
  assert.equal(known.of(1, kernel, launch, 8, { nanoseconds: 6 * milliseconds }), undefined);
  assert.equal(known.of(0, kernel, launchOf(4, 100, 1), 8, { nanoseconds: 6 * milliseconds }), undefined);
  assert.deepEqual(known.of(0, kernel, launch, 8, { nanoseconds: 6 * milliseconds }), [{ param: 0, value: 3 }]);
  assert.ok(!known.runsAny(0, kernel, launch, 8, 0));
  assert.deepEqual(known.of(0, kernel, launch, 8, { nanoseconds: 0 }), [{ param: 0, value: 3 }]);
  const both = launchOf(3, 7, 1);
  assert.equal(known.of(0, kernel, both, 8, { nanoseconds: 0 }), undefined);
  assert.equal(known.of(0, kernel, both, 8, { nanoseconds: 11 * milliseconds })?.length, 2);
});

/** What runs in each of some launches that take so long with the version for their arguments and with the one for any. */
function chosen(own: number, any: number, launches: number): readonly boolean[] {
  const known = new LaunchArguments();
  const [view, params] = [launchOf(3, 100, 1), 8];
  known.of(0, kernel, view, params, { nanoseconds: 20 * milliseconds });
  const launch = { id: 0, kernel, view, params, nanoseconds: own };
  const version = { kernel, number: 7 };
  return Array.from({ length: launches }, () => {
    const isIt = known.prefers(version, launch, [own, any]);
    assert.equal(known.runsAny(0, kernel, view, params, 0), !isIt);
    return isIt;
  });
}

test('a version that is faster stays, one that is slower goes when that is known', () => {
  assert.ok(chosen(milliseconds, 2 * milliseconds, 100).every((own) => own));
  const slower = chosen(2 * milliseconds, milliseconds, 100);
  assert.equal(slower.indexOf(false), 24);
  assert.ok(slower.slice(24).every((own) => !own));
  assert.equal(chosen(0.01 * milliseconds, 0.005 * milliseconds, 1000).indexOf(false), 199);
});

test('what takes long to write is worth it later', () => {
  const known = new LaunchArguments();
  const launch = launchOf(3, 100, 1);
  const times = { nanoseconds: 30 * milliseconds, writing: 40 * milliseconds };
  assert.deepEqual(
    [1, 2, 3].map(() => known.of(0, kernel, launch, 8, times)?.length),
    [undefined, undefined, 1],
  );
});

test('large numbers count nothing', () => {
  const known = new LaunchArguments();
  for (const launch of [launchOf(17, 100, 3), launchOf(-1, -1n, 3), launchOf(1 << 30, 2n ** 40n, 3)]) {
    assert.equal(known.of(0, kernel, launch, 8, { nanoseconds: 100 * milliseconds }), undefined);
    assert.ok(known.runsAny(0, kernel, launch, 8, 0));
  }
});

test('numbers that change with each launch end it', () => {
  const known = new LaunchArguments();
  const given = Array.from({ length: 10 }, (_, n) =>
    known.of(0, kernel, launchOf(n, 100, 1), 8, { nanoseconds: 20 * milliseconds }),
  );
  assert.deepEqual(
    given.map((g) => g?.length ?? 0),
    [1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  );
  assert.ok(known.runsAny(0, kernel, launchOf(5, 100, 1), 8, 0));
  const wide: SimKernel = { ...kernel, shapeParams: [{ param: 0, most: 2 ** 31 - 1 }] };
  for (let n = 0; n < 1000; n++) known.of(1, wide, launchOf(n, 100, 1), 8, { nanoseconds: 0 });
  assert.ok(known.runsAny(1, wide, launchOf(2000, 100, 1), 8, 0));
});

test('a version for some arguments runs for those alone', () => {
  const fixed: SimKernel = {
    ...kernel,
    fixed: [
      { param: 0, value: 3 },
      { param: 1, value: 4 },
    ],
  };
  assert.ok(hasFixed(fixed, launchOf(3, 4, 9), 8));
  assert.ok(hasFixed(fixed, launchOf(3n + 2n ** 33n, 4, 9), 8));
  assert.ok(!hasFixed(fixed, launchOf(3, 4n + 2n ** 33n, 9), 8));
  assert.ok(!hasFixed(fixed, launchOf(4, 4, 9), 8));
  assert.ok(hasFixed(kernel, launchOf(4, 4, 9), 8));
});
