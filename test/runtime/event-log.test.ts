/** The log of a traced run: rows become events again, over many pages, and those without a time do not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventLog } from '../../src/runtime/trace/event-log.ts';

test('rows are events when the run is over', () => {
  const log = new EventLog();
  const call = log.api(1);
  const copy = log.copy(0, 7, { direction: 'HtoD', bytes: 4000, from: 'Pageable', to: 'Device' });
  log.fill(0, 7, 8, 255, 'Managed');
  log.placeWork(copy, 10.25, 2.5, 1);
  log.placeCall(call, 10, 3, 'cudaMemcpy', 2);
  log.allocation('free', 20, 2, 1, 'Pinned', 2 ** 40, 256);
  assert.deepEqual(
    [...log.events()],
    [
      { kind: 'api', time: 10, duration: 3, name: 'cudaMemcpy', correlation: 1, result: 2 },
      {
        kind: 'copy',
        direction: 'HtoD',
        bytes: 4000,
        from: 'Pageable',
        to: 'Device',
        time: 10.25,
        duration: 2.5,
        device: 0,
        stream: 7,
        correlation: 1,
      },
      {
        kind: 'allocation',
        time: 20,
        what: 'free',
        memory: 'Pinned',
        address: 2n ** 40n,
        bytes: 256,
        device: 1,
        correlation: 2,
      },
    ],
  );
});

test('places stay what they are when pages are added', () => {
  const log = new EventLog();
  const one = { x: 1, y: 1, z: 1 };
  const kernel = log.addKernel({ name: 'm.add', registers: 8, staticShared: 0, local: 0 });
  const rows = Array.from({ length: 20_000 }, (_, n) => log.kernel(0, 7, kernel, { ...one, x: n + 1 }, one, 0));
  for (const [n, row] of rows.entries()) log.placeWork(row, n, 1, n);
  const events = [...log.events()];
  assert.equal(events.length, rows.length);
  for (const [n, event] of events.entries())
    assert.ok(event.kind === 'kernel' && event.name === 'm.add' && event.time === n && event.grid[0] === n + 1);
});
