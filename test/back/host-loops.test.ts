/** Loops of the host in chunks: random ones mean what they mean iteration by iteration. CUFORT_RANDOM_LOOPS says how many, CUFORT_RANDOM_FIRST where to begin. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileHost, layoutProgram } from '../../src/back/wasm/compile.ts';
import { showWasm } from '../../src/back/wasm/encode/show.ts';
import { link } from '../../src/ir/link.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { boot } from './machine.ts';
import { randomBranches } from './random-branches.ts';
import { randomNests } from './random-nests.ts';

const count = Number(process.env.CUFORT_RANDOM_LOOPS ?? 80);
const first = Number(process.env.CUFORT_RANDOM_FIRST ?? 1);

export type Random = (n: number) => number;

function random(seed: number): Random {
  let state = (seed * 2654435761) >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** A loop over 32-bit or 64-bit data at three places that may overlap; a sum and a value from statement to statement. */
function randomLoop(seed: number): string {
  const pick = random(seed);
  const type = ['i32', 'f64', 'f32', 'i64'][pick(4)]!;
  const size = type === 'i64' || type === 'f64' ? 8 : 4;
  const place = (): string => {
    const far = (pick(12) - 6) * size * (pick(3) > 0 ? 1 : 0) + (pick(8) === 0 ? size / 2 : 0);
    const step = [size, size, size, 2 * size, 0][pick(5)]!;
    return `(offset:ptr.host $${pick(3)}:ptr.host (add:i64 (mul:i64 (extend:i64 $4:i32) ${step}:i64) ${far}:i64))`;
  };
  const binary = type.startsWith('i') ? ['add', 'sub', 'mul', 'xor', 'min'] : ['add', 'sub', 'mul', 'max'];
  const value = (depth: number, known: boolean): string => {
    if (depth > 0 && pick(3) > 0)
      return `(${binary[pick(binary.length)]}:${type} ${value(depth - 1, known)} ${value(depth - 1, known)})`;
    if (known && pick(3) === 0) return `$6:${type}`;
    return pick(4) === 0 ? constant(3 + pick(5)) : `(load ${type} ${place()} ${pick(3) * size})`;
  };
  const constant = (n: number): string => `${n}:${type}`;
  const condition = (): string => `(lt:bool (rem:i32 $4:i32 ${2 + pick(4)}:i32) 2:i32)`;
  const statements: string[] = [];
  let known = false;
  for (let i = 1 + pick(3); i > 0; i--) {
    if (pick(3) === 0) {
      statements.push(`$6 = ${value(2, known)}`);
      known = true;
    } else statements.push(`store ${type} ${place()} 0 ${value(2, known)}`);
  }
  if (type.startsWith('i') && pick(2) === 0) {
    const grown = `$5 = (add:${type} $5:${type} ${value(1, known)})`;
    const one = `$5 = (add:${type} $5:${type} ${constant(1)})`;
    statements.push(pick(3) === 0 ? `if ${condition()} {\n${one}\n}` : grown);
  }
  return `module "m"
host "main" ("a":ptr.host "b":ptr.host "c":ptr.host "n":i32) (${type}) {
  local "i":i32
  local "sum":${type}
  local "t":${type}
  $5 = ${constant(0)}
  $6 = ${constant(1)}
  for "l" $4 ${pick(5)}:i32 $3:i32 ${1 + pick(2)}:i32 {
${statements.join('\n')}
  }
  return ($5:${type})
}
`;
}

/** Structures of two to four equal cells, whose cells are all made alike, nearly alike, or each in its own way; stores in any order. */
function randomStructures(seed: number): string {
  const pick = random(seed);
  const type = ['f64', 'f32', 'i32', 'f64', 'i64'][pick(5)]!;
  const size = type === 'i64' || type === 'f64' ? 8 : 4;
  const cells = [2, 2, 3, 4][pick(4)]!;
  const stride = (cells + (pick(6) === 0 ? 1 : 0)) * size * (pick(6) === 0 ? 2 : 1);
  const index = '(extend:i64 $4:i32)';
  const place = (array: number, far: number): string =>
    `(offset:ptr.host $${array}:ptr.host (add:i64 (mul:i64 ${index} ${stride}:i64) ${far}:i64))`;
  const load = (array: number, cell: number, far: number): string =>
    pick(2) === 0
      ? `(load ${type} ${place(array, far)} ${cell * size})`
      : `(load ${type} (offset:ptr.host ${place(array, far)} ${cell * size}:i64) 0)`;
  let meets = false;
  const far = (): number => {
    const bytes = pick(5) === 0 ? (pick(5) - 2) * [size, stride][pick(2)]! : 0;
    if (bytes !== 0) meets = true;
    return bytes;
  };
  const operation = (): string => ['add', 'sub', 'mul'][pick(3)]!;
  /** Made once for all cells, so that they are alike; `turned` takes another cell. */
  const template = (depth: number): ((cell: number) => string) => {
    if (depth > 0 && pick(3) > 0) {
      const [how, a, b] = [operation(), template(depth - 1), template(depth - 1)];
      return (cell) => `(${how}:${type} ${a(cell)} ${b(cell)})`;
    }
    if (pick(5) === 0) return () => `${3 + (seed % 5)}:${type}`;
    const [array, behind, turned] = [pick(3), far(), pick(6) === 0 ? 1 : 0];
    return (cell) => load(array, (cell + turned) % cells, behind);
  };
  const statements: string[] = [];
  let locals = 6;
  for (let i = 1 + pick(2); i > 0; i--) {
    const value = template(2);
    const [array, behind] = [pick(3), far()];
    const stores = Array.from({ length: cells - (pick(8) === 0 ? 1 : 0) }, (_, cell): string[] => {
      const own = pick(10) === 0 ? template(2) : value;
      if (pick(3) > 0) return [`store ${type} ${place(array, behind)} ${cell * size} ${own(cell)}`];
      return [`$${locals} = ${own(cell)}`, `store ${type} ${place(array, behind)} ${cell * size} $${locals++}:${type}`];
    });
    if (pick(4) === 0) stores.reverse();
    // Sets first, as complex numbers have them, or each before its store.
    if (pick(2) === 0) {
      statements.push(...stores.flatMap((s) => s.slice(0, -1)));
      statements.push(...stores.map((s) => s.at(-1)!));
    } else statements.push(...stores.flat());
  }
  const independent = pick(4) === 0 && !meets && !statements.some((s) => /\$[01]/.test(s));
  return `module "m"
host "main" ("a":ptr.host "b":ptr.host "c":ptr.host "n":i32) (i32) {
  local "i":i32
  local "sum":i32
${Array.from({ length: locals - 6 }, () => `  local "t":${type}`).join('\n')}
  for "l"${independent ? ' independent' : ''} $4 ${pick(5)}:i32 $3:i32 1:i32 {
${statements.join('\n')}
  }
  return (0:i32)
}
`;
}

type Outcome = { readonly result: unknown; readonly memory: Uint8Array };

/** 4096 bytes of small numbers. */
function fill(view: DataView, at: number, type: string | undefined): void {
  const number = (i: number): number => (i * 2654435761) % 1000;
  for (let i = 0; i < 1024; i++) {
    if (type === 'f32') view.setFloat32(at + 4 * i, number(i) - 300, true);
    else if (type !== 'f64') view.setInt32(at + 4 * i, number(i), true);
    else if (i % 2 === 0) view.setFloat64(at + 4 * i, number(i) - 300, true);
  }
}

function outcome(text: string, simd: boolean, iterations: number, distance: number): Outcome {
  const m = boot(parseModule(text), /kernel/.test(text) ? ['main', 'other'] : ['main'], {}, { simd });
  const at = m.allocate(4096);
  fill(m.view, at, /\) \((\w+)\) \{/.exec(text)?.[1]);
  const from = at + 512;
  const address = (n: number): number | bigint => (m.layout.address === 'i64' ? BigInt(n) : n);
  const result = m.call('main', address(from), address(from + distance), address(from + 1536), iterations);
  return { result, memory: new Uint8Array(m.memory.buffer).slice(at, at + 4096) };
}

const loops = {
  loops: randomLoop,
  'loops over structures': randomStructures,
  'loops with branches': randomBranches(random),
  'loops with loops in them': randomNests(random),
};
for (const [what, loop] of Object.entries(loops))
  test(`random ${what} in chunks and iteration by iteration`, () => compareWithIterations(loop));

function compareWithIterations(loop: (seed: number) => string): void {
  for (let seed = first; seed < first + count; seed++) {
    const text = loop(seed);
    const iterations = [0, 7, 8, 9, 16, 31, 40][seed % 7]!;
    const distance = [0, 1024, 8, 32, 1024, 1024, 64, 20][seed % 8]!;
    const [a, b] = [outcome(text, true, iterations, distance), outcome(text, false, iterations, distance)];
    const rerun = `CUFORT_RANDOM_LOOPS=1 CUFORT_RANDOM_FIRST=${seed} node --test test/back/host-loops.test.ts\n${text}`;
    assert.deepEqual(a.result, b.result, rerun);
    assert.deepEqual(a.memory, b.memory, rerun);
  }
}

function code(body: string): string {
  const text = `module "m"
host "main" ("a":ptr.host "b":ptr.host "s":ptr.host "n":i32) (f64) {
  local "i":i32
  local "sum":f64
  local "j":i32
  slot "own" 800 8
  $5 = 0:f64
  for "l" $4 1:i32 $3:i32 1:i32 {
${body}
  }
  return ($5:f64)
}
`;
  const { program } = link([parseModule(text)], ['main']);
  return showWasm(compileHost(program, layoutProgram(program)).bytes);
}

function hasVectors(body: string): boolean {
  return code(body).includes('f64x2');
}

const at = (name: string, more: number): string =>
  `(offset:ptr.host ${name}:ptr.host (add:i64 (mul:i64 (extend:i64 $4:i32) 8:i64) ${more}:i64))`;

test('sums of bytes are made in halves', () => {
  const byte = (far: number): string =>
    `(load i8 (offset:ptr.host $0:ptr.host (add:i64 (extend:i64 $3:i32) ${far}:i64)) 0)`;
  const sum = `(sub:i32 (add:i32 ${byte(0)} ${byte(1)}) (sub:i32 (add:i32 ${byte(2)} ${byte(3)}) ${byte(5)}))`;
  const text = `module "m"
host "main" ("a":ptr.host "b":ptr.host "n":i32) () {
  local "i":i32
  for "l" $3 0:i32 $2:i32 1:i32 {
    store i32 (offset:ptr.host $1:ptr.host (mul:i64 (extend:i64 $3:i32) 4:i64)) 0 ${sum}
  }
  return ()
}
`;
  const { program } = link([parseModule(text)], ['main']);
  const wat = showWasm(compileHost(program, layoutProgram(program)).bytes);
  assert.ok(wat.includes('load8x8_s') && !wat.includes('i32x4.sub'));
  const m = boot(parseModule(text), ['main']);
  const [from, to] = [m.allocate(256), m.allocate(1024)];
  const data = Array.from({ length: 64 }, (_, i) => [-128, 127, -128, -128, 0, 127, 5][(i * i) % 7]!);
  for (const [i, x] of data.entries()) m.view.setInt8(from + i, x);
  const address = (n: number): number | bigint => (m.layout.address === 'i64' ? BigInt(n) : n);
  m.call('main', address(from), address(to), 43);
  for (let i = 0; i < 43; i++)
    assert.equal(
      m.view.getInt32(to + 4 * i, true),
      data[i]! + data[i + 1]! - data[i + 2]! - data[i + 3]! + data[i + 5]!,
    );
});

test('what an iteration stores and the next one loads stays in a local', () => {
  const loads = (body: string): number => code(body).split('f64.load').length - 1;
  const next = (value: string): string => `store f64 ${at('$0', 8)} 0 ${value}`;
  const last = `(load f64 ${at('$0', 0)} 0)`;
  const here = code(next(`(mul:f64 ${last} 2:f64)`));
  assert.ok(here.indexOf('f64.load') < here.indexOf('loop'), 'one load, before the loop');
  assert.equal(loads(next(`(mul:f64 ${last} 2:f64)`)), 1);
  const met = code(`${next(`(mul:f64 ${last} 2:f64)`)}\nstore f64 ${at('$1', 0)} 0 1:f64`);
  assert.ok(met.lastIndexOf('f64.load') > met.indexOf('loop'), 'another array may be the same');
});

/** An element of row $4 and column $6. */
const column = (name: string): string =>
  `(offset:ptr.host ${name}:ptr.host (add:i64 (mul:i64 (extend:i64 $4:i32) 8:i64) (mul:i64 (extend:i64 $6:i32) 800:i64)))`;

const at16 = (name: string): string => `(offset:ptr.host ${name}:ptr.host (mul:i64 (extend:i64 $4:i32) 16:i64))`;

test('which loops are in chunks', () => {
  const triad = `store f64 ${at('$0', 0)} 0 (add:f64 (load f64 ${at('$1', 0)} 0) (load f64 $2:ptr.host 0))`;
  assert.ok(hasVectors(triad));
  assert.ok(hasVectors(triad.replaceAll('$0:ptr.host', '(slot 0 ptr.host)')), 'an array of the procedure itself');
  assert.ok(hasVectors(`store f64 ${at('$0', 0)} 0 (mul:f64 (load f64 ${at('$0', 8)} 0) 2:f64)`));
  assert.ok(!hasVectors(`store f64 ${at('$0', 8)} 0 (mul:f64 (load f64 ${at('$0', 0)} 0) 2:f64)`));
  assert.ok(hasVectors(`$5 = (max:f64 $5:f64 (load f64 ${at('$0', 0)} 0))`));
  assert.ok(!hasVectors(`$5 = (add:f64 $5:f64 (load f64 ${at('$0', 0)} 0))`), 'a sum keeps its order');
  const guarded = `if (gt:bool (load f64 ${at('$1', 0)} 0) 0:f64) {\nstore f64 ${at('$0', 0)} 0 (load f64 ${at('$1', 8)} 0)\n}`;
  assert.ok(hasVectors(guarded), 'a store under a condition');
  const last = `if (lt:bool $4:i32 3:i32) {\n$5 = 1:f64\n}`;
  assert.ok(!hasVectors(`${guarded}\n${last}`), 'what iterations find that others do not');
  const product = `(mul:f64 (load f64 ${column('$1')} 0) (load f64 (offset:ptr.host $2:ptr.host (mul:i64 (extend:i64 $6:i32) 8:i64)) 0))`;
  const row = `store f64 ${at('$0', 0)} 0 (add:f64 (load f64 ${at('$0', 0)} 0) ${product})`;
  assert.ok(hasVectors(`for "row" $6 1:i32 $3:i32 1:i32 {\n${row}\n}`), 'sums of rows, each in its order');
  const inner = `for "inner" $6 1:i32 $3:i32 1:i32 {\n${triad.replaceAll('$4', '$6')}\n}`;
  assert.ok(hasVectors(`if (lt:bool $4:i32 $3:i32) {\n${inner}\n}`), 'a loop under a condition of the loop around it');
});

test('the greatest of reals: with the sign of the zero that is found first, and the first value where there is none', () => {
  const value = `(load f64 ${at('$0', 0)} 0)`;
  const text = `module "m"
host "main" ("a":ptr.host "b":ptr.host "s":ptr.host "n":i32 "i":i32) (f64) {
  local "greatest":f64
  $5 = (load f64 $2:ptr.host 0)
  for "l" $4 0:i32 $3:i32 1:i32 {
    if (gt:bool ${value} $5:f64) {
      $5 = ${value}
    }
  }
  return ($5:f64)
}
`;
  const m = boot(parseModule(text), ['main']);
  const { program } = link([parseModule(text)], ['main']);
  assert.match(showWasm(compileHost(program, layoutProgram(program)).bytes), /f64x2\.(?:gt|pmax)/);
  const place = m.allocate(8 * 100);
  const address = (n: number): number | bigint => (m.layout.address === 'i64' ? BigInt(n) : n);
  const numbers = [-3, Number.NaN, -0, 0, -1, Number.NEGATIVE_INFINITY];
  for (let iteration = 0; iteration < 36; iteration++)
    for (const before of [-5, -0, 0, 2, Number.NaN]) {
      const data = Array.from(
        { length: 27 },
        (_, i) => numbers[(i * (iteration % 6) + Math.floor(iteration / 6)) % 6]!,
      );
      for (const [i, x] of data.entries()) m.view.setFloat64(place + 8 * i, x, true);
      m.view.setFloat64(place + 800 - 8, before, true);
      const wanted = data.reduce((greatest, x) => (x > greatest ? x : greatest), before);
      const found = m.call('main', address(place), address(place), address(place + 800 - 8), data.length, 0);
      assert.ok(Object.is(found, wanted), `${iteration} ${before}: ${String(found)} for ${wanted}`);
    }
});

test('sums of reals in any order, where that is allowed', () => {
  const text = `module "m"
host "main" ("a":ptr.host "n":i32) (f64) {
  local "i":i32
  local "sum":f64
  $3 = 0:f64
  for "l" $2 0:i32 $1:i32 1:i32 {
    $3 = (add:f64 $3:f64 (load f64 (offset:ptr.host $0:ptr.host (mul:i64 (extend:i64 $2:i32) 8:i64)) 0))
  }
  return ($3:f64)
}
`;
  const m = boot(parseModule(text), ['main'], {}, { reassociate: true });
  const at = m.allocate(8 * 100);
  for (let i = 0; i < 100; i++) m.view.setFloat64(at + 8 * i, i, true);
  const address = m.layout.address === 'i64' ? BigInt(at) : at;
  for (const iterations of [1, 5, 16, 17, 100])
    assert.equal(m.call('main', address, iterations), (iterations * (iterations - 1)) / 2);
  const { program } = link([parseModule(text)], ['main']);
  const bytes = compileHost(program, layoutProgram(program), { reassociate: true }).bytes;
  assert.ok(showWasm(bytes).includes('f64x2.add'));
});

test('complex sums in any order, where that is allowed', () => {
  const part = (offset: number): string =>
    `(load f64 (offset:ptr.host $0:ptr.host (mul:i64 (extend:i64 $2:i32) 16:i64)) ${offset})`;
  const text = `module "m"
host "main" ("a":ptr.host "n":i32) (f64 f64) {
  local "i":i32
  local "re":f64
  local "im":f64
  local "t":f64
  $3 = 0:f64
  $4 = 0:f64
  for "l" $2 0:i32 $1:i32 1:i32 {
    $5 = (add:f64 $4:f64 ${part(8)})
    $3 = (add:f64 $3:f64 ${part(0)})
    $4 = $5:f64
  }
  return ($3:f64 $4:f64)
}
`;
  const m = boot(parseModule(text), ['main'], {}, { reassociate: true });
  const at = m.allocate(8 * 200);
  for (let i = 0; i < 200; i++) m.view.setFloat64(at + 8 * i, i, true);
  const address = m.layout.address === 'i64' ? BigInt(at) : at;
  for (const iterations of [1, 5, 16, 17, 100])
    assert.deepEqual(m.call('main', address, iterations), [iterations * (iterations - 1), iterations * iterations]);
  const { program } = link([parseModule(text)], ['main']);
  const wat = (reassociate: boolean): string =>
    showWasm(compileHost(program, layoutProgram(program), { reassociate }).bytes);
  assert.ok(wat(true).includes('f64x2.add'));
  assert.ok(!wat(false).includes('f64x2.add'));
});

test('cells of structures: alike, in pairs, or one by one', () => {
  const cell = (name: string, offset: number): string => `${at16(name)} ${offset}`;
  const load = (name: string, offset: number): string => `(load f64 ${cell(name, offset)})`;
  const store = (offset: number, value: string): string => `store f64 ${cell('$0', offset)} ${value}`;
  const sum = (offset: number): string => store(offset, `(add:f64 ${load('$1', offset)} ${load('$2', offset)})`);
  const alike = code(`${sum(0)}\n${sum(8)}`);
  assert.ok(alike.includes('f64x2.add') && !alike.includes('shuffle'));
  const pairs = code(`${store(0, load('$1', 8))}\n${store(8, `(neg:f64 ${load('$1', 0)})`)}`);
  assert.ok(pairs.includes('v128.xor') && pairs.includes('shuffle'));
  const behind = `(mul:f64 ${load('$0', 0)} ${load('$0', 0)})`;
  const met = code(`${store(16, behind)}\n${store(24, behind)}`);
  assert.ok(!met.includes('f64x2.mul'), 'what an earlier iteration has written');
});

test('one cell of each structure, where the structures most likely are neighbours', () => {
  const text = (usually: string): string => `module "m"
host "main" ("a":ptr.host "b":ptr.host "descriptor":ptr.host "n":i32) () {
  local "i":i32
  local "step":i64
  $5 = (load i64 ${usually} $2:ptr.host 48)
  for "l" independent $4 0:i32 $3:i32 1:i32 {
    store f64 (offset:ptr.host $0:ptr.host (mul:i64 (extend:i64 $4:i32) 8:i64)) 0 (load f64 (offset:ptr.host $1:ptr.host (mul:i64 (extend:i64 $4:i32) $5:i64)) 8)
  }
  return ()
}
`;
  const wat = (usually: string): string => {
    const { program } = link([parseModule(text(usually))], ['main']);
    return showWasm(compileHost(program, layoutProgram(program)).bytes);
  };
  assert.ok(wat('').includes('i64.const 8\n'));
  assert.ok(wat('usually 24').includes('v128.load64_lane') && wat('usually 24').includes('i64.const 24\n'));
});
