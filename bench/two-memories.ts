/**
 * One WebAssembly memory against two: loops over data in memory 0, and the same in memory 1 beside a memory of the host, in turns. What docs/sanitizer.md says of device memory
 * of its own was measured with it.
 */
const [first, second] = [0, 1];

function main(): void {
  const [one, host, device] = [newMemory(), newMemory(), newMemory()];
  const [plain, apart] = [loopsIn(first, [one]), loopsIn(second, [host, device])];
  for (const memory of [one, device]) fillPlaces(new Int32Array(memory.buffer));
  const rows = loops.map(({ name, bytes, times }) => {
    const run = (side: Loops) => (): void => {
      for (let i = 0; i < times; i++) call(side, name, bytes);
    };
    const [a, b] = leastTimes(run(plain), run(apart));
    return { loop: name, bytes, 'ratio of two to one': Number((b / a).toFixed(3)) };
  });
  console.table(rows);
}

const places = 64 << 20;
const loops = [
  { name: 'triad', bytes: 8192, times: 4000 },
  { name: 'triad', bytes: 16 << 20, times: 3 },
  { name: 'five', bytes: 8192, times: 4000 },
  { name: 'five', bytes: 16 << 20, times: 3 },
  { name: 'gather', bytes: 1 << 20, times: 20 },
] as const;
type Name = (typeof loops)[number]['name'];
type Loops = Readonly<Record<Name, (a: number, b: number, c: number, end: number) => void>>;

function call(side: Loops, name: Name, bytes: number): void {
  const at = 4096;
  if (name === 'gather') side.gather(0, places, places / 2, places / 2 + bytes);
  else side[name](at, at + bytes, at + 2 * bytes + 4096, at + bytes);
}

function leastTimes(a: () => void, b: () => void): readonly [number, number] {
  for (let i = 0; i < 3; i++) for (const run of [a, b]) run();
  const least: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < 15; i++)
    for (const [side, run] of [a, b].entries()) {
      const start = performance.now();
      run();
      least[side] = Math.min(least[side]!, performance.now() - start);
    }
  return least;
}

function newMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 4096, maximum: 65536, shared: true });
}

/** Where the gather goes. */
function fillPlaces(words: Int32Array): void {
  for (let i = 0; i < 1 << 20; i++) words[places / 4 + i] = 4096 + 4 * ((i * 7919) & 1023);
}

function loopsIn(memory: number, memories: readonly WebAssembly.Memory[]): Loops {
  const imports = Object.fromEntries(memories.map((m, i) => [`m${i}`, m]));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(encoded(memory, memories.length)), {
    m: imports,
  });
  const loop = (name: Name): Loops[Name] => {
    const found = exports[name];
    if (typeof found !== 'function') throw new Error(name);
    return (...args) => void found(...args);
  };
  return { triad: loop('triad'), five: loop('five'), gather: loop('gather') };
}

type Bytes = readonly number[];
const unsigned = (n: number): Bytes => (n < 128 ? [n] : [(n & 127) | 128, ...unsigned(n >>> 7)]);
const signed = (n: number): Bytes => (n >= -64 && n < 64 ? [n & 127] : [(n & 127) | 128, ...signed(n >> 7)]);
const vector = (items: readonly Bytes[]): Bytes => [...unsigned(items.length), ...items.flat()];
const section = (id: number, bytes: Bytes): Bytes => [id, ...unsigned(bytes.length), ...bytes];
const text = (s: string): Bytes => [...unsigned(s.length), ...Buffer.from(s)];

/** The parameters: addresses a, b and c, and the end of the first that moves. */
function encoded(memory: number, count: number): Uint8Array<ArrayBuffer> {
  const get = (i: number): Bytes => [0x20, i];
  const constant = (n: number): Bytes => [0x41, ...signed(n)];
  const add = 0x6a;
  const at = (align: number): Bytes => (memory === 0 ? [align, 0] : [align | 0x40, memory, 0]);
  const loadVector: Bytes = [0xfd, 0x00, ...at(4)];
  const storeVector: Bytes = [0xfd, 0x0b, ...at(4)];
  const sum: Bytes = [0xfd, 0xe4, 0x01];
  const product: Bytes = [0xfd, 0xe6, 0x01];
  const twice: Bytes = [0x43, 0, 0, 0, 0x40, 0xfd, 0x13];
  const move = (i: number, by: number): Bytes => [...get(i), ...constant(by), add, 0x21, i];
  const loop = (body: Bytes, until: number): Bytes => [
    ...[0x03, 0x40, ...body, ...get(until), ...get(3), 0x49, 0x0d, 0, 0x0b],
    0x0b,
  ];
  const all = [0, 1, 2].flatMap((i) => move(i, 16));
  const scaled = [...get(0), ...loadVector, ...twice, ...product];
  const triad = loop([...get(2), ...scaled, ...get(1), ...loadVector, ...sum, ...storeVector, ...all], 0);
  const neighbour = (o: number): Bytes => [...get(0), ...constant(o), add, ...loadVector, ...(o === 0 ? [] : sum)];
  const neighbours = [0, 16, 32, 48, 64].flatMap(neighbour);
  const five = loop([...get(2), ...neighbours, ...storeVector, ...move(0, 16), ...move(2, 16)], 0);
  const place = [...get(1), 0x28, ...at(2)];
  const gather = loop([...get(2), ...place, 0x2a, ...at(2), 0x38, ...at(2), ...move(1, 4), ...move(2, 4)], 2);
  const body = (code: Bytes): Bytes => [...unsigned(code.length + 1), 0, ...code];
  const names = Array.from({ length: count }, (_, i) => [
    ...text('m'),
    ...text(`m${i}`),
    2,
    3,
    ...unsigned(4096),
    ...unsigned(65536),
  ]);
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([[0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 0]])),
    ...section(2, vector(names)),
    ...section(3, vector([[0], [0], [0]])),
    ...section(7, vector(['triad', 'five', 'gather'].map((n, i) => [...text(n), 0, i]))),
    ...section(10, vector([triad, five, gather].map(body))),
  ]);
}

if (process.argv[1] === import.meta.filename) main();
