/** Units of commands come once each, to each thread from its own part first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMemory } from '../../src/runtime/linear-memory.ts';
import { controlBytes, field, kinds, maxParts, modes } from '../../src/runtime/sim/control.ts';
import { Queue } from '../../src/runtime/sim/queue.ts';

function queues(threads: number): readonly Queue[] {
  const memory = newMemory(Math.ceil(controlBytes / 65536) + 1, 'i32');
  const all = Array.from({ length: threads }, (_, t) => new Queue(memory, 64, t));
  all[0]!.initialise(threads);
  return all;
}

function publish(host: Queue, mode: number, total: number, begun = 0, least = 2): void {
  host.words[host.nextSlot() + field.mode] = mode;
  host.publish(kinds.kernel, 0, total, 100, [], begun, least);
}

/** What `thread` takes next, as text. */
function taken(queue: Queue): string | undefined {
  const work = queue.take();
  return work && `${work.from}-${work.to}`;
}

test('threads begin in parts of their own, and go on in those of others', () => {
  const [host, worker] = queues(2);
  publish(host!, modes.plain, 40);
  assert.equal(taken(worker!), '20-30');
  assert.equal(taken(host!), '0-10');
  const rest: (string | undefined)[] = [];
  for (let t = taken(worker!); t; t = taken(worker!)) rest.push(t);
  assert.deepEqual(rest.slice(0, 2), ['30-34', '34-36']);
  assert.ok(rest.includes('10-12'));
  assert.equal(taken(host!), undefined);
});

test('each unit is handed out once', () => {
  for (const threads of [1, 2, 3, maxParts + 5])
    for (const [total, begun, least] of [
      [1, 0, 1],
      [1000, 0, 1],
      [999, 17, 3],
      [64, 5, 16],
    ] as const) {
      const all = queues(threads);
      publish(all[0]!, modes.plain, total, begun, least);
      const times = new Map<number, number>();
      for (let i = 0; ; i++) {
        const work = all[(i * 7) % threads]!.take();
        if (!work) break;
        for (let u = work.from; u < work.to; u++) times.set(u, (times.get(u) ?? 0) + 1);
      }
      assert.equal(times.size, total - begun);
      assert.ok([...times].every(([u, n]) => u >= begun && u < total && n === 1));
    }
});

test('blocks that wait for others come in their order', () => {
  const [host, worker] = queues(2);
  publish(host!, modes.waits, 40);
  assert.equal(taken(worker!), '0-10');
  assert.equal(taken(host!), '10-18');
});

test('a thread goes on with a command before it reports what it has done of it', () => {
  const [host, worker] = queues(2);
  publish(host!, modes.plain, 40);
  const work = worker!.take();
  const { slot } = work!;
  let units = 0;
  for (let next = work; next; next = worker!.more(slot)) units += next.to - next.from;
  assert.equal(units, 40);
  assert.equal(worker!.isDone(1), false);
  worker!.finish(slot, units);
  assert.equal(host!.isDone(1), true);
  assert.equal(host!.more(slot), undefined);
});
