/**
 * Random programs that queue work on several streams: kernels, copies of rows and boxes, fills, between memory of the device, pinned and managed memory, ordered by events, by the default stream, by waits of the
 * host and by graphs, as little as the data need. The twin does all of it at once, in the order of the program.
 */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { kernel, program } from './host-twins.ts';
import { one } from './typed-values.ts';

const types = ['integer', 'integer(2)', 'integer(8)', 'real', 'real(8)'] as const;
type Type = (typeof types)[number];

/** Where a buffer lies; boxes have two dimensions. */
type Buffer = { readonly name: string; readonly of: 'device' | 'pinned' | 'managed'; readonly isBox: boolean };

const buffers: readonly Buffer[] = [
  ...['d1', 'd2', 'd3', 'd4'].map((name) => ({ name, of: 'device', isBox: false }) as const),
  ...['p1', 'p2'].map((name) => ({ name, of: 'pinned', isBox: false }) as const),
  { name: 'm1', of: 'managed', isBox: false },
  ...['q1', 'q2'].map((name) => ({ name, of: 'device', isBox: true }) as const),
  { name: 'h1', of: 'pinned', isBox: true },
];

/** Stream 0 is the default one, which waits for all but the last and they for it; the last one does not. */
const streams = 4;
const apart = streams - 1;
const host = streams;

export function queuedWork(seed: number): string {
  return new Program(randomSource(seed * 59 + 37)).text();
}

/** The streams' last commands that are surely done: a number for each. */
type Clock = number[];
type Use = { readonly stream: number; readonly number: number };

class Program {
  private readonly r: Random;
  private readonly type: Type;
  private readonly n: number;
  private readonly rows: number;
  private readonly columns: number;
  /** Of each stream, and of the host: what is done when its next command begins. */
  private readonly clocks: readonly Clock[] = Array.from({ length: streams + 1 }, () => Array(streams).fill(0));
  private readonly issued: number[] = Array(streams).fill(0);
  private readonly written = new Map<string, Use>();
  private readonly read = new Map<string, Use[]>();
  private readonly lines: string[] = [];
  private events = 0;

  constructor(r: Random) {
    this.r = r;
    this.type = one(r, types);
    this.n = one(r, [10, 100, 1000, 5000]);
    this.rows = 3 + r(40);
    this.columns = 2 + r(30);
  }

  text(): string {
    const { r, type, n, rows, columns } = this;
    const steps = 12 + r(25);
    for (let k = 0; k < steps; k++) this.step();
    this.settle();
    const boxes = buffers.filter((b) => b.isBox);
    const rowsOf = buffers.filter((b) => !b.isBox);
    const place = (b: Buffer, shape: string): string =>
      b.of === 'device'
        ? `${type}⟦, device|⟧ :: ${b.name}(${shape})`
        : b.of === 'managed'
          ? `${type}⟦, managed|⟧ :: ${b.name}(${shape})`
          : `${type}⟦, pinned|⟧, allocatable :: ${b.name}${shape === 'n' ? '(:)' : '(:, :)'}`;
    return program({
      module: [`integer, parameter :: n = ${n}, rows = ${rows}, columns = ${columns}`],
      procedures: kernels(type),
      variables: [
        ...rowsOf.map((b) => place(b, 'n')),
        ...boxes.map((b) => place(b, 'rows, columns')),
        `integer⟦, device|⟧ :: counts(8)`,
        'integer :: shown(8), i, j, code',
        `⟦integer(cuda_stream_kind) :: st(0:${apart})|⟧`,
        `⟦type(cudaEvent) :: ev(${this.events + 1})|⟧`,
        '⟦type(cudaGraph) :: graph|⟧',
        '⟦type(cudaGraphExec) :: exec|⟧',
        `${type} :: x(n), y(rows, columns)`,
      ],
      statements: [
        'allocate (p1(n), p2(n), h1(rows, columns))',
        '⟦st(0) = 0|⟧',
        `⟦do i = 1, ${apart - 1}; code = cudaStreamCreate(st(i)); end do|⟧`,
        `⟦code = cudaStreamCreateWithFlags(st(${apart}), cudaStreamNonBlocking)|⟧`,
        `⟦do i = 1, ${this.events + 1}; code = cudaEventCreate(ev(i)); end do|⟧`,
        ...buffers.map((b, i) => `${b.name} = ${10 * i + 1}`),
        'do i = 1, n',
        `  p1(i) = ${made(type, 'mod(i*7, 100)')}`,
        `  p2(i) = ${made(type, 'mod(i*11, 90) - 40')}`,
        'end do',
        'counts = 0',
        '⟦code = cudaDeviceSynchronize()|⟧',
        ...this.lines,
        '⟦code = cudaGetLastError()|code = 0⟧',
        "if (code /= 0) print '(a, i0)', 'error ', code",
      ],
      internal: [
        'subroutine show()',
        ...rowsOf.map((b) => `  x = ${b.name}; call sum_up('${b.name}', x)`),
        ...boxes.map((b) => `  y = ${b.name}; call sum_up('${b.name}', reshape(y, [rows*columns]))`),
        "  shown = counts; print '(a, 8(1x, i0))', 'counts', shown",
        'end subroutine show',
        'subroutine sum_up(name, a)',
        '  character(*), intent(in) :: name',
        `  ${type}, intent(in) :: a(:)`,
        '  integer :: i',
        '  integer(8) :: all',
        '  all = 0',
        '  do i = 1, size(a)',
        '    all = mod(all*31 + int(a(i), 8), 1000000007_8)',
        '  end do',
        "  print '(a, 1x, i0)', name, all",
        'end subroutine sum_up',
      ],
    });
  }

  private emit(line: string): void {
    this.lines.push(line);
  }

  /** A stream's command that reads and writes these; orders it behind what it needs. */
  private command(stream: number, reads: readonly string[], writes: readonly string[], line: string): void {
    const { clocks } = this;
    const own = clocks[stream]!;
    join(own, clocks[host]!);
    if (stream === 0) for (let s = 0; s < apart; s++) join(own, this.now(s));
    else if (stream !== apart) join(own, this.now(0));
    for (const use of this.needs(reads, writes)) this.order(stream, use);
    own[stream] = ++this.issued[stream]!;
    const use = { stream, number: own[stream]! };
    for (const name of reads) this.read.set(name, [...(this.read.get(name) ?? []), use]);
    for (const name of writes) {
      this.written.set(name, use);
      this.read.delete(name);
    }
    this.emit(line);
  }

  /** All that a stream has done when all its commands are done. */
  private now(stream: number): Clock {
    const clock = [...this.clocks[stream]!];
    clock[stream] = this.issued[stream]!;
    return clock;
  }

  private needs(reads: readonly string[], writes: readonly string[]): readonly Use[] {
    const uses = [...reads, ...writes].flatMap((name) => this.written.get(name) ?? []);
    return [...uses, ...writes.flatMap((name) => this.read.get(name) ?? [])];
  }

  /** Orders the next command of a stream, or of the host, behind another stream's. */
  private order(stream: number, use: Use): void {
    const { r, clocks } = this;
    const own = clocks[stream]!;
    if (own[use.stream]! >= use.number || use.stream === stream) return;
    const by = stream === host ? 1 + r(3) : r(4);
    const then = this.now(use.stream);
    if (by === 0 || by === 3) {
      const e = ++this.events;
      this.emit(`⟦code = cudaEventRecord(ev(${e}), st(${use.stream}))|⟧`);
      if (stream === host) this.emit(`⟦code = cudaEventSynchronize(ev(${e}))|⟧`);
      else this.emit(`⟦code = cudaStreamWaitEvent(st(${stream}), ev(${e}), 0)|⟧`);
    } else if (by === 1) this.emit(`⟦code = cudaStreamSynchronize(st(${use.stream}))|⟧`);
    else {
      this.emit('⟦code = cudaDeviceSynchronize()|⟧');
      for (let s = 0; s < streams; s++) join(clocks[host]!, this.now(s));
    }
    if (by === 1 || (stream === host && by === 3)) join(clocks[host]!, then);
    join(own, then);
    if (by === 2) join(own, clocks[host]!);
  }

  private onHost(reads: readonly string[], writes: readonly string[], lines: readonly string[]): void {
    for (const use of this.needs(reads, writes)) this.order(host, use);
    for (const name of writes) {
      this.written.delete(name);
      this.read.delete(name);
    }
    for (const line of lines) this.emit(line);
  }

  private settle(): void {
    this.emit('⟦code = cudaDeviceSynchronize()|⟧');
    for (let s = 0; s < streams; s++) join(this.clocks[host]!, this.now(s));
    this.emit('call show()');
  }

  private step(): void {
    const { r } = this;
    const stream = r(streams);
    const row = (): Buffer =>
      one(
        r,
        buffers.filter((b) => !b.isBox),
      );
    const onDevice = (): Buffer =>
      one(
        r,
        buffers.filter((b) => !b.isBox && b.of !== 'pinned'),
      );
    const k = r(20);
    if (k < 8) this.kernel(stream, onDevice().name, onDevice().name);
    else if (k < 12) this.copy(stream, row(), row());
    else if (k < 14) this.box(stream);
    else if (k === 14) {
      const b = one(r, ['d1', 'd2', 'd3', 'd4']);
      const [from, count] = this.part();
      const value = made(this.type, String(r(50)));
      this.command(
        stream,
        [b],
        [b],
        `⟦code = cudaMemsetAsync(${b}(${from}), ${value}, ${count}, st(${stream}))|${b}(${from}:${from + count - 1}) = ${value}⟧`,
      );
    } else if (k === 15) this.graph(1 + r(apart));
    else if (k === 16) this.hostWork();
    else if (k === 17) this.assigned();
    else if (k === 18) this.settle();
    else this.kernel2(stream);
  }

  private part(): readonly [from: number, count: number] {
    const { r, n } = this;
    const count = r(2) ? n : 1 + r(n);
    return [1 + r(n - count + 1), count];
  }

  private kernel(stream: number, from: string, to: string): void {
    const { r, n } = this;
    const block = one(r, [32, 64, 128, 50]);
    const blocks = Math.ceil(n / block);
    const launch = (name: string, args: string): string =>
      `call ${name}⟦<<<${blocks}, ${block}${stream === 0 && r(2) ? '' : `, 0, st(${stream})`}>>>(|(${n}, ⟧${args})`;
    const choices: (() => void)[] = [
      () => this.command(stream, [from, to], [to], launch('added', `${to}, ${from}, n, ${1 + r(9)}`)),
      () => this.command(stream, [to], [to], launch('slowly', `${to}, n, ${1 + r(300)}`)),
      () => this.command(stream, [from, 'counts'], ['counts'], launch('counted', `${from}, counts, n`)),
    ];
    if (from !== to)
      choices.push(() => this.command(stream, [from, to], [to], launch('turned', `${to}, ${from}, n, ${r(n)}`)));
    one(r, choices)();
  }

  private kernel2(stream: number): void {
    const { r, rows, columns } = this;
    const [a, b] = r(2) ? ['q1', 'q2'] : ['q2', 'q1'];
    const all = rows * columns;
    this.command(
      stream,
      [a, b],
      [b],
      `call boxes⟦<<<${Math.ceil(all / 64)}, 64, 0, st(${stream})>>>(|(${all}, ⟧${b}, ${a}, ${1 + r(5)})`,
    );
  }

  private copy(stream: number, from: Buffer, to: Buffer): void {
    if (from.name === to.name) return;
    const [first, count] = this.part();
    const other = 1 + this.r(this.n - count + 1);
    const line = `⟦code = cudaMemcpyAsync(${to.name}(${first}), ${from.name}(${other}), ${count}, st(${stream}))|${to.name}(${first}:${first + count - 1}) = ${from.name}(${other}:${other + count - 1})⟧`;
    this.command(stream, [from.name, to.name], [to.name], line);
  }

  private box(stream: number): void {
    const { r, rows, columns } = this;
    const boxes = buffers.filter((b) => b.isBox);
    const [from, to] = [one(r, boxes).name, one(r, boxes).name];
    if (from === to) return;
    const [height, width] = [1 + r(rows), 1 + r(columns)];
    const at = (most: number, size: number): number => 1 + r(most - size + 1);
    const [a, b, c, d] = [at(rows, height), at(columns, width), at(rows, height), at(columns, width)];
    const section = (name: string, i: number, j: number): string =>
      `${name}(${i}:${i + height - 1}, ${j}:${j + width - 1})`;
    this.command(
      stream,
      [from, to],
      [to],
      `⟦code = cudaMemcpy2DAsync(${to}(${a}, ${b}), rows, ${from}(${c}, ${d}), rows, ${height}, ${width}, stream=st(${stream}))|${section(to, a, b)} = ${section(from, c, d)}⟧`,
    );
  }

  /** Commands of one stream, captured and launched several times. */
  private graph(stream: number): void {
    const { r, n } = this;
    const times = 1 + r(3);
    const on = 1 + r(apart);
    const names = ['d1', 'd2', 'd3', 'd4'];
    const parts = Array.from({ length: 1 + r(4) }, () => {
      const [from, to] = [one(r, names), one(r, names)];
      return { from, to, how: from === to ? 'slowly' : one(r, ['slowly', 'added', 'copy'] as const), by: 1 + r(9) };
    });
    const lineOf = ({ from, to, how, by }: (typeof parts)[number]): string => {
      if (how === 'copy') return `⟦code = cudaMemcpyAsync(${to}, ${from}, n, st(${stream}))|${to} = ${from}⟧`;
      const launch = `${how}⟦<<<${Math.ceil(n / 64)}, 64, 0, st(${stream})>>>(|(${n}, ⟧`;
      return how === 'slowly' ? `call ${launch}${to}, n, ${by})` : `call ${launch}${to}, ${from}, n, ${by})`;
    };
    this.emit(`⟦code = cudaStreamBeginCapture(st(${stream}), cudaStreamCaptureModeGlobal)|do j = 1, ${times}⟧`);
    for (const part of parts) this.emit(lineOf(part));
    this.emit(`⟦code = cudaStreamEndCapture(st(${stream}), graph)|end do⟧`);
    this.emit('⟦code = cudaGraphInstantiate(exec, graph)|⟧');
    const used = parts.flatMap((p) => [p.from, p.to]);
    for (let k = 0; k < times; k++) this.command(on, used, used, `⟦code = cudaGraphLaunch(exec, st(${on}))|⟧`);
  }

  private hostWork(): void {
    const { r, n } = this;
    const [a, b] = [one(r, ['p1', 'p2', 'm1']), one(r, ['p1', 'p2', 'm1'])];
    // A managed array is the host's while nothing runs.
    if (a === 'm1' || b === 'm1') this.settle();
    const [first, count] = this.part();
    const by = 1 + r(5);
    const lines = [
      `do i = ${first}, ${first + count - 1}`,
      `  ${a}(i) = mod(${a}(i) + ${b}(n + 1 - i), ${made(this.type, '100')}) + ${by}`,
      'end do',
    ];
    this.onHost([a, b], [a, b], n > 0 ? lines : []);
  }

  /** Between host and device by assignment, which is done when it ends. */
  private assigned(): void {
    const { r, n } = this;
    const d = one(r, ['d1', 'd2', 'd3', 'd4']);
    const p = one(r, ['p1', 'p2', 'x']);
    const count = 1 + r(Math.ceil(n / 3));
    const stepTo = 1 + r(3);
    const from = 1 + r(Math.max(1, n - count * stepTo));
    const section = `${from}:${Math.min(n, from + (count - 1) * stepTo)}:${stepTo}`;
    if (p === 'x') {
      this.all([d]);
      this.onHost([d], [], [`x = ${d}`, "call sum_up('x', x)"]);
      return;
    }
    this.all([d, p]);
    const lines = r(2) ? [`${d}(${section}) = ${p}(${section})`] : [`${p}(${section}) = ${d}(${section})`];
    this.onHost([d, p], [d, p], lines);
  }

  private all(names: readonly string[]): void {
    for (const use of this.needs(names, names)) this.order(host, use);
  }
}

function join(to: Clock, from: Clock): void {
  from.forEach((n, i) => {
    to[i] = Math.max(to[i]!, n);
  });
}

/** A whole number of this type. */
function made(type: Type, number: string): string {
  const kind = /\d/.exec(type)?.[0] ?? '4';
  return type.startsWith('real') ? `real(${number}, ${kind})` : `int(${number}, ${kind})`;
}

function kernels(type: Type): readonly string[] {
  const few = (value: string): string => `mod(${value}, ${made(type, '1000')})`;
  const rowOf = (name: string): string => `${type} :: ${name}(n)`;
  return [
    kernel({
      name: 'added',
      dummies: ['a', 'b', 'n', 'by'],
      declarations: ['integer, value :: n, by', rowOf('a'), rowOf('b')],
      body: [`if (g <= n) a(g) = ${few(`a(g) + b(g)*${made(type, 'by')} + ${made(type, 'mod(g, 7)')}`)}`],
    }),
    kernel({
      name: 'turned',
      dummies: ['a', 'b', 'n', 'by'],
      declarations: ['integer, value :: n, by', rowOf('a'), rowOf('b')],
      body: ['if (g > n) goto 9', `a(g) = ${few('a(g) + b(mod(g + by - 1, n) + 1)')}`],
    }),
    kernel({
      name: 'slowly',
      dummies: ['a', 'n', 'rounds'],
      declarations: ['integer, value :: n, rounds', rowOf('a'), 'integer :: k, v'],
      body: [
        'if (g > n) goto 9',
        'v = int(a(g))',
        'do k = 1, rounds',
        '  v = mod(v*13 + g + k, 997)',
        'end do',
        `a(g) = ${made(type, 'v')}`,
      ],
    }),
    kernel({
      name: 'counted',
      dummies: ['a', 'c', 'n'],
      declarations: ['integer, value :: n', rowOf('a'), 'integer :: c(8), v, old'],
      body: [
        'if (g > n) goto 9',
        'v = int(a(g))',
        'old = iand(v, 7) + 1',
        '⟦old = atomicadd(c(old), v)|c(old) = c(old) + v⟧',
      ],
    }),
    kernel({
      name: 'boxes',
      dummies: ['a', 'b', 'by'],
      declarations: ['integer, value :: by', `${type} :: a(rows, columns), b(rows, columns)`, 'integer :: i, j'],
      body: [
        'if (g > rows*columns) goto 9',
        'i = mod(g - 1, rows) + 1',
        'j = (g - 1)/rows + 1',
        `a(i, j) = ${few(`b(i, j) + a(i, j)*${made(type, 'by')}`)}`,
      ],
    }),
  ];
}
