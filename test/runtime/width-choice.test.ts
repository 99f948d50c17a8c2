/** Which width a kernel runs in: what launches take decides, not noise, drift or the rhythm of a program's launches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LaunchSamples, type Sample } from '../../src/runtime/sim/launch-samples.ts';
import type { Version } from '../../src/runtime/sim/sim-kernel.ts';
import { WidthChoice } from '../../src/runtime/sim/width-choice.ts';
import { type Width, WidthTrial } from '../../src/runtime/sim/width-trial.ts';
import { randomSource } from '../back/random-kernel.ts';
import { plainKernel } from './harness.ts';

/** The outcome where a launch's time is known by its number and width, and how many launches that takes. */
function tried(time: (launch: number, width: Width) => number): { readonly outcome: Width; readonly launches: number } {
  const trial = new WidthTrial();
  for (let launch = 0; launch < 2000; launch++) {
    if (trial.outcome !== undefined) return { outcome: trial.outcome, launches: launch };
    const next = trial.next();
    assert.ok(next);
    const nanoseconds = time(launch, next.width);
    trial.note(next.index, nanoseconds, nanoseconds / 64);
  }
  assert.fail('no outcome');
}

const milliseconds = 1e6;

test('the faster width stays', () => {
  assert.equal(tried((_, width) => (width === 256 ? 0.6 : 1) * milliseconds).outcome, 256);
  assert.equal(tried((_, width) => (width === 256 ? 1.5 : 1) * milliseconds).outcome, 128);
  assert.equal(tried(() => milliseconds).outcome, 128);
});

test('launches that grow, shrink or alternate decide nothing', () => {
  for (const faster of [128, 256] as const) {
    const own = (width: Width): number => (width === faster ? 0.8 : 1) * milliseconds;
    assert.equal(tried((launch, width) => own(width) * (1 + launch)).outcome, faster);
    assert.equal(tried((launch, width) => own(width) * 0.9 ** launch).outcome, faster);
    for (let period = 2; period <= 5; period++)
      for (let shift = 0; shift < period; shift++)
        assert.equal(tried((launch, width) => own(width) * (1 + ((launch + shift) % period) / 2)).outcome, faster);
  }
});

test('a processor that others take now and then decides nothing', () => {
  let wrong = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const r = randomSource(seed);
    const faster = seed % 2 === 0 ? 256 : 128;
    const noise = (): number => 1 + r(100) / 500 + (r(8) === 0 ? r(10) : 0);
    if (tried((_, width) => (width === faster ? 0.6 : 1) * milliseconds * noise()).outcome !== faster) wrong++;
  }
  assert.ok(wrong <= 6, `${wrong} of 200`);
});

test('short launches are tried until noise is even', () => {
  let wrong = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const r = randomSource(seed);
    const time = (width: Width): number => 0.01 * milliseconds * (width === 256 ? 1.04 : 1) * (1 + r(100) / 100);
    if (tried((_, width) => time(width)).outcome !== 128) wrong++;
  }
  assert.ok(wrong <= 2, `${wrong} of 200`);
  assert.equal(tried((_, width) => (width === 256 ? 0.03 : 0.01) * milliseconds).launches, 48);
});

test('code that is cold at first does not make a trial longer', () => {
  const time = (launch: number, width: Width): number => (width === 256 ? (launch === 1 ? 10 : 0.6) : 1);
  assert.deepEqual(
    tried((launch, width) => 0.01 * milliseconds * time(launch, width)),
    { outcome: 256, launches: 48 },
  );
});

test('long launches are tried few times, and hopeless ones once', () => {
  assert.equal(tried((_, width) => (width === 256 ? 60 : 100) * milliseconds).launches, 16);
  assert.deepEqual(
    tried((_, width) => (width === 256 ? 1000 : 100) * milliseconds),
    { outcome: 128, launches: 2 },
  );
});

test('launches of some hundred microseconds that differ plainly are tried few times', () => {
  for (const [outcome, ofWide, launches] of [
    [128, 3, 4],
    [128, 2, 16],
    [256, 0.5, 16],
  ] as const)
    assert.deepEqual(
      tried((_, width) => (width === 256 ? ofWide : 1) * 0.5 * milliseconds),
      { outcome, launches },
    );
  assert.equal(tried((_, width) => (width === 256 ? 0.7 : 1) * 0.5 * milliseconds).launches, 48);
});

test('a rhythm of short launches decides nothing', () => {
  for (const faster of [128, 256] as const)
    for (const longer of [2, 4, 10])
      for (let period = 2; period <= 7; period++)
        for (let shift = 0; shift < period; shift++) {
          const own = (width: Width): number => (width === faster ? 0.8 : 1) * 0.02 * milliseconds;
          const found = tried((launch, width) => own(width) * ((launch + shift) % period === 0 ? longer : 1));
          assert.equal(found.outcome, faster, `${longer} ${period} ${shift}`);
        }
});

test('a rhythm of launches that differ plainly is no difference of widths', () => {
  for (let period = 2; period <= 7; period++)
    for (let shift = 0; shift < period; shift++)
      assert.ok(tried((launch) => 0.5 * ((launch + shift) % period === 0 ? 10 : 1) * milliseconds).launches > 16);
});

const narrow: Version = { kernel: plainKernel, number: 3 };
const wide: Version = { kernel: plainKernel, number: 103 };

/** How many launches of so many run in 256 bits, which take `ofWide` of the time there. */
function wideLaunches(count: number, ofWide: number, blocks = 64, choice?: WidthChoice): number {
  const widths = choice ?? choiceOf();
  let found = 0;
  for (let i = 0; i < count; i++) {
    const { version, sample } = widths.choose(narrow, blocks, milliseconds);
    if (version === wide) found++;
    if (sample) sample.nanoseconds = (version === wide ? ofWide : 1) * milliseconds;
  }
  return found;
}

function choiceOf(made: () => Version | 'later' | undefined = () => wide, begun = () => {}): WidthChoice {
  const widen = () => {
    begun();
    return made;
  };
  return new WidthChoice({ prepare: () => {}, widen, taken: ({ nanoseconds }: Sample) => nanoseconds ?? 'lost' });
}

test('kernels that take little time have one version', () => {
  let asked = 0;
  const widths = choiceOf(
    () => wide,
    () => {
      asked++;
    },
  );
  assert.equal(wideLaunches(20, 0.5, 64, widths), 0);
  assert.equal(asked, 0);
  wideLaunches(5000, 0.5, 64, widths);
  assert.equal(asked, 1);
});

test('what writes versions is got ready a little before it is asked for one, once for a kernel', () => {
  const order: string[] = [];
  const widths = new WidthChoice({
    prepare: () => order.push('prepare'),
    widen: () => {
      order.push('widen');
      return () => wide;
    },
    taken: ({ nanoseconds }) => nanoseconds ?? 'lost',
  });
  wideLaunches(5, 0.5, 64, widths);
  assert.deepEqual(order, []);
  wideLaunches(15, 0.5, 64, widths);
  assert.deepEqual(order, ['prepare']);
  wideLaunches(100, 0.5, 64, widths);
  wideLaunches(100, 0.5, 4096, widths);
  assert.deepEqual(order, ['prepare', 'widen']);
});

test('what a version gains is kept, and what it costs is soon over', () => {
  assert.ok(wideLaunches(5000, 0.5) > 4800);
  assert.ok(wideLaunches(5000, 3) < 100);
});

test('where there is no second version nothing is tried', () => {
  assert.equal(
    wideLaunches(
      5000,
      0.5,
      64,
      choiceOf(() => undefined),
    ),
    0,
  );
});

test('until a second version is made launches go on with the first, and for ever where it cannot be', () => {
  let answer: Version | 'later' | undefined = 'later';
  const widths = choiceOf(() => answer);
  assert.equal(wideLaunches(5000, 0.5, 64, widths), 0);
  answer = wide;
  assert.ok(wideLaunches(5000, 0.5, 64, widths) > 4800);
  const refused = choiceOf(() => answer);
  answer = 'later';
  assert.equal(wideLaunches(100, 0.5, 64, refused), 0);
  answer = undefined;
  assert.equal(wideLaunches(100, 0.5, 64, refused), 0);
  answer = wide;
  assert.equal(wideLaunches(5000, 0.5, 64, refused), 0);
});

test('grids of another order of magnitude are tried by themselves', () => {
  const widths = choiceOf();
  assert.ok(wideLaunches(1000, 0.5, 64, widths) > 800);
  assert.equal(wideLaunches(25, 3, 4096, widths), 0);
  assert.ok(wideLaunches(1000, 3, 4096, widths) < 100);
  assert.equal(wideLaunches(100, 0.5, 64, widths), 100);
});

test('a program that is always as far ahead of its launches as there is room is tried too', () => {
  const room = 64;
  const slots = new Map<number, number>();
  let issued = 0;
  const samples = new LaunchSamples({ isDone: (sequence) => sequence < issued - room, spent: (at) => slots.get(at)! });
  const widths = new WidthChoice({
    prepare: () => {},
    widen: () => () => wide,
    taken: (sample) => samples.taken(sample),
  });
  const issue = (launch?: () => { readonly sample: Sample | undefined; readonly nanoseconds: number }): void => {
    const slot = issued % room;
    const { sample, nanoseconds } = launch?.() ?? {};
    samples.vacate(slot);
    if (sample) samples.note(sample, slot, issued);
    slots.set(slot, nanoseconds ?? 0);
    issued++;
  };
  let found = 0;
  for (let i = 0; i < 5000; i++) {
    issue(() => {
      const { version, sample } = widths.choose(narrow, 64, milliseconds);
      if (version === wide) found++;
      return { sample, nanoseconds: (version === wide ? 0.5 : 1) * milliseconds };
    });
    issue();
    issue();
  }
  assert.ok(found > 4000, `${found} of 5000`);
});

test('no more than some launches are tried before the first is done', () => {
  const widths = new WidthChoice({ prepare: () => {}, widen: () => () => wide, taken: () => 'running' });
  let found = 0;
  for (let i = 0; i < 1000; i++) if (widths.choose(narrow, 64, milliseconds).version === wide) found++;
  assert.equal(found, 4);
});
