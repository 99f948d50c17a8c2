/** Loops whose step is no constant run as often as they should, without a division. Their PTX is run here line by line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilePtx } from '../../src/back/ptx/compile.ts';
import { link } from '../../src/ir/link.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { narrowTripCounts } from '../../src/opt/scalar/narrow-trip-counts.ts';
import { parseLines } from './lines.ts';

/** `to` as an expression of 64 bits; `$2` counts the iterations, `$3` adds up the loop's variable. */
const source = (to: string): string => `module "m"
kernel "k" ("from":i32 "to":i32) () {
  local "count":i32
  local "sum":i32
  local "i":i32
  $2 = 0:i32
  $3 = 0:i32
  for "loop" $4 $0:i32 (div:i64 (add:i64 (sub:i64 ${to} (extend:i64 $0:i32)) (extend:i64 (special ntid.x))) (extend:i64 (special ntid.x))) (special ntid.x) {
    $2 = (add:i32 $2:i32 1:i32)
    $3 = (add:i32 $3:i32 $4:i32)
  }
}
`;

function linesOf(to: string): ReturnType<typeof parseLines> {
  const module = parseModule(source(to));
  const { program } = link([{ ...module, functions: module.functions.map(narrowTripCounts) }], ['k']);
  const options = { capability: 90, managed: new Map<string, number>() };
  const { text } = compilePtx({ program, kernels: program.kernels, functions: [] }, options);
  const lines = text.split('\n');
  return parseLines(lines.slice(lines.indexOf('{') + 1, lines.lastIndexOf('}')));
}

/** Registers at the end. */
function run(
  lines: ReturnType<typeof parseLines>,
  params: readonly number[],
  step: number,
): ReadonlyMap<string, number> {
  const registers = new Map<string, number>([['%ntid.x', step]]);
  const value = (o: unknown): number => registers.get(String(o)) ?? Number(o);
  for (let at = 0, steps = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.kind !== 'instruction') continue;
    assert.ok(steps++ < 1e5);
    const { name, guard, operands } = line;
    if (guard && (registers.get(guard.register) !== 0) === guard.negated) continue;
    const [to, a, b, c] = operands;
    const set = (n: number): unknown => registers.set(String(to), n);
    const [x, y] = [value(a), value(b)];
    if (name.startsWith('ld.param')) set(params[Number(/p(\d)/.exec(JSON.stringify(a))![1])]!);
    else if (name.startsWith('mov')) set(x);
    else if (name === 'add.s32') set((x + y) | 0);
    else if (name === 'sub.s32') set((x - y) | 0);
    else if (name === 'setp.ge.s32') set(Number(x >= y));
    else if (name === 'setp.ge.u32') set(Number(x >>> 0 >= y >>> 0));
    else if (name === 'not.pred') set(Number(x === 0));
    else if (name === 'bra') at = lines.findIndex((l) => l.kind === 'label' && l.name === to);
    else if (name === 'ret') break;
    else assert.fail(`${name} ${String(c)}`);
  }
  return registers;
}

for (const to of ['(extend:i64 $1:i32)', '511:i64'])
  test(`up to ${to}`, () => {
    const lines = linesOf(to);
    const largest = 2147483647;
    for (const [from, given, step] of [
      [0, 10, 3],
      [0, 9, 3],
      [1, 10, 3],
      [5, 4, 1],
      [5, 5, 7],
      [-20, 20, 8],
      [600, 20, 1024],
      [largest - 5, largest, 4],
      [-largest, largest, 1 << 30],
      [-largest - 1, -largest, 1],
    ] as const) {
      const limit = to.startsWith('511') ? 511 : given;
      if ((limit - from) / step > 2000) continue;
      let [count, sum] = [0, 0];
      for (let i = from; i <= limit; i += step) {
        count++;
        sum = (sum + i) | 0;
      }
      const registers = run(lines, [from, given], step);
      assert.deepEqual([registers.get('%l2'), registers.get('%l3')], [count, sum], `${from} ${limit} ${step}`);
    }
  });
