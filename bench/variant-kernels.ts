/**
 * Kernels of different classes, each to be written in several ways that mean the same: a kernel is a function of `Way`, which spells guards, loops, subscripts, sums and small
 * functions as that way does.
 */

export const ways = [
  'plain',
  'statements',
  'zero-based',
  'nested-if',
  'downward',
  'assumed-shape',
  'parameter',
  'device-function',
] as const;
export type WayName = (typeof ways)[number];

/** How one way writes a kernel; it collects the declarations and functions that the spelling needs. */
export class Way {
  readonly name: WayName;
  readonly kernel: string;
  readonly temporaries: string[] = [];
  readonly functions: string[] = [];
  #count = 0;

  constructor(name: WayName, kernel: string) {
    this.name = name;
    this.kernel = kernel;
  }

  /** The first subscript. */
  get one(): string {
    return this.name === 'zero-based' ? '0' : '1';
  }

  /** The last of `n`. */
  last(n: string): string {
    return this.name === 'zero-based' ? `${n}-1` : n;
  }

  /** A subscript as a number from 1. */
  number(i: string): string {
    return this.name === 'zero-based' ? `(${i}+1)` : i;
  }

  /** The dimensions of a dummy array. */
  dims(...extents: readonly string[]): string {
    if (this.name === 'assumed-shape') return extents.map(() => ':').join(',');
    return extents.map((n) => (this.name === 'zero-based' ? `0:${n}-1` : n)).join(',');
  }

  /** The number of the thread in the grid along `axis`, as a subscript. */
  thread(axis = 'x'): string {
    const at = `(blockIdx%${axis}-1)*blockDim%${axis} + threadIdx%${axis}`;
    return this.name === 'zero-based' ? `${at} - 1` : at;
  }

  /** `body` where not `outside`. */
  guard(outside: string, body: string): string {
    if (this.name === 'nested-if') return `if (.not. (${outside})) then\n${body}\nend if`;
    return `if (${outside}) return\n${body}`;
  }

  /** From `from` to `to`, in any order. */
  loop(i: string, from: string, to: string, body: string): string {
    const range = this.name === 'downward' ? `${to}, ${from}, -1` : `${from}, ${to}`;
    return `do ${i} = ${range}\n${body}\nend do`;
  }

  /** A size that is known when the kernel is written. */
  size(n: number): string {
    return this.name === 'parameter' ? `size_${n}` : String(n);
  }

  /** `target` = the sum of `terms`. */
  sum(target: string, type: string, terms: readonly string[]): string {
    if (this.name !== 'statements') return `${target} = ${terms.join(' + ')}`;
    const held = terms.map((t) => `${this.temporary(type)} = ${t}`);
    const names = held.map((h) => h.split(' ')[0]!);
    const sums = names.slice(1).map((t) => `${names[0]} = ${names[0]} + ${t}`);
    return [...held, ...sums, `${target} = ${names[0]}`].join('\n');
  }

  /** `value` of `args`, written where it is used or in a function. */
  value(
    type: string,
    args: Readonly<Record<string, string>>,
    value: (names: Readonly<Record<string, string>>) => string,
  ): string {
    if (this.name !== 'device-function') return `(${value(args)})`;
    const name = `${this.kernel}_${++this.#count}`;
    const own = Object.fromEntries(Object.keys(args).map((a) => [a, a]));
    const list = Object.keys(own).join(', ');
    this.functions.push(
      `attributes(device) ${type} function ${name}(${list})\n${type}, intent(in) :: ${list}\n${name} = ${value(own)}\nend function`,
    );
    return `${name}(${Object.values(args).join(', ')})`;
  }

  temporary(type: string): string {
    const name = `temporary_${++this.#count}`;
    this.temporaries.push(`${type} :: ${name}`);
    return name;
  }
}

/** `declare`: their declarations and those of locals. */
export type Kernel = {
  readonly dummies: string;
  /** What a launch passes: variables of the program. */
  readonly actuals: string;
  /** A launch long enough to be timed, of the variables of `timed`. */
  readonly timed: { readonly launch: string; readonly actuals: string };
  readonly declare: (w: Way) => string;
  readonly body: (w: Way) => string;
};

export const kernels: Readonly<Record<string, Kernel>> = {
  stencil: {
    dummies: 'b, a, n',
    actuals: 'f3, f3, 64',
    timed: { launch: '<<<dim3(4, 32, 32), dim3(32, 4, 4)>>>', actuals: 'g3b, g3a, 128' },
    declare: (w) =>
      `integer, value :: n\nreal, intent(in) :: a(${w.dims('n', 'n', 'n')})\nreal :: b(${w.dims('n', 'n', 'n')})\ninteger :: i, j, k`,
    body: (w) =>
      `i = ${w.thread('x')}\nj = ${w.thread('y')}\nk = ${w.thread('z')}\n` +
      w.guard(
        ['i', 'j', 'k'].map((i) => `${i} <= ${w.one} .or. ${i} >= ${w.last('n')}`).join(' .or. '),
        w.sum('b(i,j,k)', 'real', [
          '0.4*a(i,j,k)',
          ...['i-1,j,k', 'i+1,j,k', 'i,j-1,k', 'i,j+1,k', 'i,j,k-1', 'i,j,k+1'].map((at) =>
            w.value('real', { x: `a(${at})` }, ({ x }) => `0.1*${x}`),
          ),
        ]),
      ),
  },
  jacobi: {
    dummies: 'b, a, n, m',
    actuals: 'd2, d2, 64, 64',
    timed: { launch: '<<<16, 64>>>', actuals: 'e2b, e2a, 1024, 256' },
    declare: (w) =>
      `integer, value :: n, m\nreal(8), intent(in) :: a(${w.dims('n', 'm')})\nreal(8) :: b(${w.dims('n', 'm')})\ninteger :: i, j`,
    body: (w) =>
      `i = ${w.thread()}\n` +
      w.guard(
        `i <= ${w.one} .or. i >= ${w.last('n')}`,
        w.loop(
          'j',
          `${w.one}+1`,
          `${w.last('m')}-1`,
          w.sum('b(i,j)', 'real(8)', [
            '0.25d0*a(i-1,j)',
            '0.25d0*a(i+1,j)',
            '0.25d0*a(i,j-1)',
            w.value('real(8)', { x: 'a(i,j+1)' }, ({ x }) => `0.25d0*${x}`),
          ]),
        ),
      ),
  },
  matmul: {
    dummies: 'c, a, b, n',
    actuals: 'f2, f2, f2, 64',
    timed: { launch: '<<<dim3(8, 16), dim3(32, 16)>>>', actuals: 'h2c, h2a, h2b, 256' },
    declare: (w) =>
      `integer, value :: n\nreal, intent(in) :: a(${w.dims('n', 'n')}), b(${w.dims('n', 'n')})\nreal :: c(${w.dims('n', 'n')})\nreal :: s\ninteger :: i, j, k`,
    body: (w) =>
      `i = ${w.thread('x')}\nj = ${w.thread('y')}\n` +
      w.guard(
        `i > ${w.last('n')} .or. j > ${w.last('n')}`,
        `s = 0\n${w.loop('k', w.one, w.last('n'), w.sum('s', 'real', ['s', w.value('real', { x: 'a(i,k)', y: 'b(k,j)' }, ({ x, y }) => `${x}*${y}`)]))}\nc(i,j) = s`,
      ),
  },
  reduction: {
    dummies: 'r, a, n',
    actuals: 'f1, f1, 64',
    timed: { launch: '<<<64, 256>>>', actuals: 'g1b, g1a, 524288' },
    declare: (w) =>
      `integer, value :: n\nreal, intent(in) :: a(${w.dims('n')})\nreal :: r(${w.dims('gridDim%x')})\nreal, shared :: s(${w.dims(w.size(256)) === ':' ? '256' : w.dims(w.size(256))})\nreal :: v\ninteger :: t, i, d`,
    body: (w) =>
      `t = threadIdx%x${w.name === 'zero-based' ? ' - 1' : ''}\nv = 0\ni = ${w.thread()}\n` +
      `do while (i <= ${w.last('n')})\n${w.sum('v', 'real', ['v', w.value('real', { x: 'a(i)' }, ({ x }) => `${x}*${x}`)])}\ni = i + blockDim%x*gridDim%x\nend do\n` +
      `s(t) = v\ncall syncthreads()\nd = ${w.size(256)}/2\n` +
      `do while (d > 0)\nif (t < d${w.one === '0' ? '' : ' + 1'}) s(t) = s(t) + s(t+d)\ncall syncthreads()\nd = d/2\nend do\n` +
      w.guard(`t /= ${w.one}`, `r(blockIdx%x${w.name === 'zero-based' ? ' - 1' : ''}) = s(t)`),
  },
  histogram: {
    dummies: 'h, a, n',
    actuals: 'i1, i1, 64',
    timed: { launch: '<<<64, 256>>>', actuals: 'j1b, j1a, 524288' },
    declare: (w) =>
      `integer, value :: n\ninteger, intent(in) :: a(${w.dims('n')})\ninteger :: h(${w.dims(w.size(64))})\ninteger, shared :: s(${w.name === 'zero-based' ? '0:63' : w.size(64)})\ninteger :: t, i, k, old`,
    body: (w) =>
      `t = threadIdx%x${w.name === 'zero-based' ? ' - 1' : ''}\nif (t <= ${w.last('64')}) s(t) = 0\ncall syncthreads()\ni = ${w.thread()}\n` +
      `do while (i <= ${w.last('n')})\nk = ${w.value('integer', { x: 'a(i)' }, ({ x }) => `iand(${x}, 63)`)} + ${w.one}\nold = atomicadd(s(k), 1)\ni = i + blockDim%x*gridDim%x\nend do\n` +
      `call syncthreads()\n${w.guard(`t > ${w.last('64')}`, 'old = atomicadd(h(t), s(t))')}`,
  },
  polynomial: {
    dummies: 'y, x, n',
    actuals: 'd1, d1, 64',
    timed: { launch: '<<<1024, 256>>>', actuals: 'e1b, e1a, 262144' },
    declare: (w) =>
      `integer, value :: n\nreal(8), intent(in) :: x(${w.dims('n')})\nreal(8) :: y(${w.dims('n')})\nreal(8), parameter :: c(${w.one}:${w.last(w.size(8))}) = [1d0, .5d0, .25d0, .125d0, 1.5d0, 2.5d0, 3.5d0, 4.5d0]\nreal(8) :: p, v\ninteger :: i, j, k`,
    body: (w) =>
      `i = ${w.thread()}\n` +
      w.guard(
        `i > ${w.last('n')}`,
        `v = x(i)\np = 0\n${w.name === 'downward' ? 'do j = 8, 1, -1\nk = 9 - j' : `do k = ${w.one}, ${w.last(w.size(8))}`}\n${w.sum('p', 'real(8)', [w.value('real(8)', { p: 'p', v: 'v' }, (a) => `${a.p}*${a.v}`), 'c(k)'])}\nend do\ny(i) = p`,
      ),
  },
  sparse: {
    dummies: 'y, p, c, v, x, n, m',
    actuals: 'd1, i1, i1, d1, d1, 63, 64',
    timed: { launch: '<<<256, 128>>>', actuals: 'e1b, rows, columns, e1a, e1c, 32767, 262144' },
    declare: (w) =>
      `integer, value :: n, m\ninteger, intent(in) :: p(${w.dims('n+1')}), c(${w.dims('m')})\nreal(8), intent(in) :: v(${w.dims('m')}), x(${w.dims('n')})\nreal(8) :: y(${w.dims('n')})\nreal(8) :: s\ninteger :: i, k`,
    body: (w) =>
      `i = ${w.thread()}\n` +
      w.guard(
        `i > ${w.last('n')}`,
        `s = 0\n${w.loop('k', 'p(i)', 'p(i+1)-1', w.sum('s', 'real(8)', ['s', w.value('real(8)', { a: 'v(k)', b: 'x(c(k))' }, ({ a, b }) => `${a}*${b}`)]))}\ny(i) = s`,
      ),
  },
  particles: {
    dummies: 'p, dt, n',
    actuals: 'cloud, 0.1, 64',
    timed: { launch: '<<<256, 256>>>', actuals: 'cloud, 1e-4, 65536' },
    declare: (w) =>
      `integer, value :: n\nreal, value :: dt\ntype(particle) :: p(${w.dims('n')})\nreal :: r, s\ninteger :: i`,
    body: (w) =>
      `i = ${w.thread()}\n` +
      w.guard(
        `i > ${w.last('n')}`,
        [
          w.sum('r', 'real', [
            ...['x', 'y', 'z'].map((x) => w.value('real', { v: `p(i)%${x}` }, ({ v }) => `${v}*${v}`)),
            '1.0',
          ]),
          's = -p(i)%q/(p(i)%m*r)',
          ...['x', 'y', 'z'].map((x, k) => w.sum(`p(i)%${'uvw'[k]}`, 'real', [`p(i)%${'uvw'[k]}`, `dt*s*p(i)%${x}`])),
          ...['x', 'y', 'z'].map((x, k) => w.sum(`p(i)%${x}`, 'real', [`p(i)%${x}`, `dt*p(i)%${'uvw'[k]}`])),
        ].join('\n'),
      ),
  },
  'runge-kutta': {
    dummies: 'z, n, steps, h',
    actuals: 'd2, 64, 10, 0.1d0',
    timed: { launch: '<<<32, 256>>>', actuals: 'e2b, 1024, 50, 1d-3' },
    declare: (w) =>
      `integer, value :: n, steps\nreal(8), value :: h\nreal(8) :: z(${w.dims('n', '3')})\nreal(8) :: y(${w.one}:${w.last(w.size(3))}), k1(${w.one}:${w.last(w.size(3))}), k2(${w.one}:${w.last(w.size(3))}), m(${w.one}:${w.last(w.size(3))})\ninteger :: t, s, i`,
    body: (w) => {
      const at = (v: string, i: number): string => `${v}(${i - (w.one === '0' ? 1 : 0)})`;
      const rate = (k: string, y: string): string =>
        [
          `${at(k, 1)} = ${w.value('real(8)', { a: at(y, 2), b: at(y, 1) }, ({ a, b }) => `10d0*(${a} - ${b})`)}`,
          w.sum(at(k, 2), 'real(8)', [`${at(y, 1)}*(28d0 - ${at(y, 3)})`, `(-${at(y, 2)})`]),
          w.sum(at(k, 3), 'real(8)', [`${at(y, 1)}*${at(y, 2)}`, `(-2.5d0)*${at(y, 3)}`]),
        ].join('\n');
      const each = (text: string): string => w.loop('i', w.one, w.last(w.size(3)), text);
      return (
        `t = ${w.thread()}\n` +
        w.guard(
          `t > ${w.last('n')}`,
          `${each('y(i) = z(t,i)')}\n${w.loop('s', '1', 'steps', `${rate('k1', 'y')}\n${each(w.sum('m(i)', 'real(8)', ['y(i)', 'h*k1(i)']))}\n${rate('k2', 'm')}\n${each(w.sum('y(i)', 'real(8)', ['y(i)', '0.5d0*h*(k1(i) + k2(i))']))}`)}\n${each('z(t,i) = y(i)')}`,
        )
      );
    },
  },
  hash: {
    dummies: 'o, a, n',
    actuals: 'i1, i1, 64',
    timed: { launch: '<<<1024, 256>>>', actuals: 'j1b, j1a, 262144' },
    declare: (w) =>
      `integer, value :: n\ninteger, intent(in) :: a(${w.dims('n')})\ninteger :: o(${w.dims('n')})\ninteger :: i, h, k`,
    body: (w) =>
      `i = ${w.thread()}\n` +
      w.guard(
        `i > ${w.last('n')}`,
        `h = a(i)\n${w.loop('k', '1', w.size(16), `h = ${w.value('integer', { x: 'h' }, ({ x }) => `ieor(${x}, ishft(${x}, -16))`)}\nh = h*(-2048144789)\nh = ieor(h, ishft(h, -13))\n${w.sum('h', 'integer', ['h', '17'])}`)}\no(i) = h`,
      ),
  },
  scan: {
    dummies: 'o, a, n',
    actuals: 'f1, f1, 64',
    timed: { launch: '<<<1024, 256>>>', actuals: 'g1b, g1a, 262144' },
    declare: (w) =>
      `integer, value :: n\nreal, intent(in) :: a(${w.dims('n')})\nreal :: o(${w.dims('n')})\nreal, shared :: s(${w.one}:${w.last(w.size(256))})\nreal :: v\ninteger :: t, i, d`,
    body: (w) =>
      `t = threadIdx%x${w.name === 'zero-based' ? ' - 1' : ''}\ni = ${w.thread()}\ns(t) = 0\nif (i <= ${w.last('n')}) s(t) = a(i)\ncall syncthreads()\nd = 1\n` +
      `do while (d < ${w.size(256)})\nv = 0\nif (t >= d${w.one === '0' ? '' : ' + 1'}) v = s(t-d)\ncall syncthreads()\n${w.sum('s(t)', 'real', ['s(t)', 'v'])}\ncall syncthreads()\nd = d*2\nend do\n` +
      w.guard(`i > ${w.last('n')}`, 'o(i) = s(t)'),
  },
  tridiagonal: {
    dummies: 'x, a, b, c, w, n, m',
    actuals: 'd2, d2, d2, d2, d2, 64, 64',
    timed: { launch: '<<<16, 64>>>', actuals: 'e2b, e2a, e2c, e2a, e2d, 1024, 128' },
    declare: (w) =>
      `integer, value :: n, m\nreal(8), intent(in) :: a(${w.dims('n', 'm')}), b(${w.dims('n', 'm')}), c(${w.dims('n', 'm')})\nreal(8) :: x(${w.dims('n', 'm')}), w(${w.dims('n', 'm')})\nreal(8) :: q\ninteger :: t, k, j`,
    body: (w) => {
      // The order matters: downwards it counts the other way round.
      const forward = (body: string): string =>
        w.name === 'downward'
          ? `do j = m, 2, -1\nk = m + 2 - j\n${body}\nend do`
          : `do k = ${w.one}+1, ${w.last('m')}\n${body}\nend do`;
      return (
        `t = ${w.thread()}\n` +
        w.guard(
          `t > ${w.last('n')}`,
          `q = 1/b(t,${w.one})\nx(t,${w.one}) = x(t,${w.one})*q\n` +
            forward(
              `w(t,k) = c(t,k-1)*q\nq = 1/(${w.value('real(8)', { b: 'b(t,k)', a: 'a(t,k)', w: 'w(t,k)' }, (v) => `${v.b} - ${v.a}*${v.w}`)})\n${w.sum('x(t,k)', 'real(8)', ['x(t,k)*q', '(-a(t,k)*x(t,k-1)*q)'])}`,
            ) +
            `\ndo k = ${w.last('m')}-1, ${w.one}, -1\n${w.sum('x(t,k)', 'real(8)', ['x(t,k)', '(-w(t,k+1)*x(t,k+1))'])}\nend do`,
        )
      );
    },
  },
  lattice: {
    dummies: 'g, f, omega, n',
    actuals: 'f2, f2, 0.5, 64',
    timed: { launch: '<<<256, 128>>>', actuals: 'g9b, g9a, 0.5, 32768' },
    declare: (w) => {
      const range = `${w.one}:${w.last(w.size(9))}`;
      return `integer, value :: n\nreal, value :: omega\nreal, intent(in) :: f(${w.dims('n', '9')})\nreal :: g(${w.dims('n', '9')})\ninteger, parameter :: cx(${range}) = [0, 1, 0, -1, 0, 1, -1, -1, 1], cy(${range}) = [0, 0, 1, 0, -1, 1, 1, -1, -1]\nreal, parameter :: wt(${range}) = [4., 1., 1., 1., 1., .25, .25, .25, .25]/9\nreal :: d(${range}), r, u, v, e, c\ninteger :: t, q`;
    },
    body: (w) =>
      `t = ${w.thread()}\n` +
      w.guard(
        `t > ${w.last('n')}`,
        `r = 0; u = 0; v = 0\n${w.loop('q', w.one, w.last(w.size(9)), `d(q) = f(t,q)\n${w.sum('r', 'real', ['r', 'd(q)'])}\nu = u + cx(q)*d(q)\nv = v + cy(q)*d(q)`)}\nu = u/r\nv = v/r\ne = 1 - 1.5*(u*u + v*v)\n` +
          w.loop(
            'q',
            w.one,
            w.last(w.size(9)),
            `${w.sum('c', 'real', ['cx(q)*u', 'cy(q)*v'])}\ng(t,q) = ${w.value('real', { d: 'd(q)', o: 'omega', w: 'wt(q)', r: 'r', e: 'e', c: 'c' }, (x) => `${x.d} + ${x.o}*(${x.w}*${x.r}*(${x.e} + 3*${x.c} + 4.5*${x.c}*${x.c}) - ${x.d})`)}`,
          ),
      ),
  },
  escape: {
    dummies: 'o, x0, y0, h, n',
    actuals: 'i2, 0.0, 0.0, 0.1, 64',
    timed: { launch: '<<<dim3(16, 32), dim3(16, 8)>>>', actuals: 'j2, -2.0, -1.2, 0.01, 256' },
    declare: (w) =>
      `integer, value :: n\nreal, value :: x0, y0, h\ninteger :: o(${w.dims('n', 'n')})\nreal :: x, y, cx, cy, z\ninteger :: i, j, k`,
    body: (w) =>
      `i = ${w.thread('x')}\nj = ${w.thread('y')}\n` +
      w.guard(
        `i > ${w.last('n')} .or. j > ${w.last('n')}`,
        `cx = x0 + ${w.number('i')}*h\ncy = y0 + ${w.number('j')}*h\nx = 0; y = 0; k = 0\ndo while (k < ${w.size(100)})\nif (${w.value('real', { x: 'x', y: 'y' }, (v) => `${v.x}*${v.x} + ${v.y}*${v.y}`)} > 4) exit\n${w.sum('z', 'real', ['x*x - y*y', 'cx'])}\ny = 2*x*y + cy\nx = z\nk = k + 1\nend do\no(i,j) = k`,
      ),
  },
  convolution: {
    dummies: 'b, a, n, m',
    actuals: 'f2, f2, 64, 64',
    timed: { launch: '<<<dim3(16, 64), dim3(32, 8)>>>', actuals: 'g2c, g2a, 512, 512' },
    declare: (w) => {
      const range = `${w.one}:${w.last(w.size(5))}`;
      return `integer, value :: n, m\nreal, intent(in) :: a(${w.dims('n', 'm')})\nreal :: b(${w.dims('n', 'm')})\nreal, parameter :: c(${range}) = [.0625, .25, .375, .25, .0625]\nreal :: s\ninteger :: i, j, k, l`;
    },
    body: (w) => {
      const at = (i: string, k: string): string => `${i} + ${k} - ${w.one === '0' ? 2 : 3}`;
      const term = w.value(
        'real',
        { x: `a(${at('i', 'k')},${at('j', 'l')})`, y: 'c(k)*c(l)' },
        ({ x, y }) => `${x}*(${y})`,
      );
      return (
        `i = ${w.thread('x')}\nj = ${w.thread('y')}\n` +
        w.guard(
          `i < ${w.one}+2 .or. j < ${w.one}+2 .or. i > ${w.last('n')}-2 .or. j > ${w.last('m')}-2`,
          `s = 0\n${w.loop('l', w.one, w.last(w.size(5)), w.loop('k', w.one, w.last(w.size(5)), w.sum('s', 'real', ['s', term])))}\nb(i,j) = s`,
        )
      );
    },
  },
  bodies: {
    dummies: 'f, p, n',
    actuals: 'f2, f2, 64',
    timed: { launch: '<<<32, 64>>>', actuals: 'p4b, p4a, 2048' },
    declare: (w) =>
      `integer, value :: n\nreal, intent(in) :: p(${w.dims('n', '4')})\nreal :: f(${w.dims('n', '4')})\nreal, shared :: s(${w.one}:${w.last('4')},${w.one}:${w.last(w.size(64))})\nreal :: x, y, z, dx, dy, dz, r, fx, fy, fz\ninteger :: t, i, j, k`,
    body: (w) => {
      const at = (i: number): string => String(i - (w.one === '0' ? 1 : 0));
      const of = (k: string, i: number): string => `s(${at(i)},${k})`;
      return (
        `t = threadIdx%x${w.name === 'zero-based' ? ' - 1' : ''}\ni = ${w.thread()}\nx = p(i,${at(1)}); y = p(i,${at(2)}); z = p(i,${at(3)})\nfx = 0; fy = 0; fz = 0\n` +
        `do j = ${w.one}, ${w.last('n')}, ${w.size(64)}\n${[1, 2, 3, 4].map((q) => `${of('t', q)} = p(j+t${w.one === '0' ? '' : '-1'},${at(q)})`).join('\n')}\ncall syncthreads()\n` +
        w.loop(
          'k',
          w.one,
          w.last(w.size(64)),
          `dx = ${of('k', 1)} - x\ndy = ${of('k', 2)} - y\ndz = ${of('k', 3)} - z\n${w.sum('r', 'real', ['dx*dx', 'dy*dy', 'dz*dz', '0.01'])}\nr = ${w.value('real', { m: of('k', 4), r: 'r' }, (v) => `${v.m}/(${v.r}*sqrt(${v.r}))`)}\n` +
            ['x', 'y', 'z'].map((x) => w.sum(`f${x}`, 'real', [`f${x}`, `r*d${x}`])).join('\n'),
        ) +
        `\ncall syncthreads()\nend do\n` +
        ['fx', 'fy', 'fz'].map((x, q) => `f(i,${at(q + 1)}) = ${x}`).join('\n')
      );
    },
  },
  options: {
    dummies: 'c, s, x, t, r, v, n',
    actuals: 'f1, f1, f1, f1, 0.02, 0.3, 64',
    timed: { launch: '<<<256, 256>>>', actuals: 'g1b, g1a, g1c, g1d, 0.02, 0.3, 65536' },
    declare: (w) =>
      `integer, value :: n\nreal, value :: r, v\nreal, intent(in) :: s(${w.dims('n')}), x(${w.dims('n')}), t(${w.dims('n')})\nreal :: c(${w.dims('n')})\nreal :: q, d1, d2, k1, k2, p1, p2, e\ninteger :: i`,
    body: (w) => {
      const normal = (p: string, k: string, d: string): string =>
        `${k} = 1/(1 + 0.2316419*abs(${d}))\n${w.sum(p, 'real', [`0.31938153*${k}`, `(-0.356563782)*${k}*${k}`, `1.781477937*${k}*${k}*${k}`])}\n` +
        `${p} = ${w.value('real', { p, d }, (a) => `0.39894228*exp(-0.5*${a.d}*${a.d})*${a.p}`)}\nif (${d} > 0) ${p} = 1 - ${p}`;
      return (
        `i = ${w.thread()}\n` +
        w.guard(
          `i > ${w.last('n')}`,
          `q = v*sqrt(t(i))\n${w.sum('d1', 'real', ['log(s(i)/x(i))', '(r + 0.5*v*v)*t(i)'])}\nd1 = d1/q\nd2 = d1 - q\n${normal('p1', 'k1', 'd1')}\n${normal('p2', 'k2', 'd2')}\ne = exp(-r*t(i))\n${w.sum('c(i)', 'real', ['s(i)*p1', '(-x(i)*e*p2)'])}`,
        )
      );
    },
  },
  decode: {
    dummies: 'b, a, nx, ny, nz',
    actuals: 'f3, f3, 64, 64, 64',
    timed: { launch: '<<<2048, 128>>>', actuals: 'h3b, h3a, 64, 64, 64' },
    declare: (w) =>
      `integer, value :: nx, ny, nz\nreal, intent(in) :: a(${w.dims('nx', 'ny', 'nz')})\nreal :: b(${w.dims('nz', 'ny', 'nx')})\ninteger :: t, i, j, k`,
    body: (w) => {
      const n = (e: string): string => (w.one === '0' ? e : `${e} + 1`);
      return (
        `t = ${w.thread()}${w.one === '0' ? '' : ' - 1'}\n` +
        w.guard(
          't >= nx*ny*nz',
          `i = ${n('mod(t, nx)')}\nj = ${n(w.value('integer', { t: 't', x: 'nx', y: 'ny' }, (v) => `mod(${v.t}/${v.x}, ${v.y})`))}\nk = ${n('t/(nx*ny)')}\n${w.sum('b(k,j,i)', 'real', ['2*a(i,j,k)', 'b(k,j,i)'])}`,
        )
      );
    },
  },
  marching: {
    dummies: 'b, a, n',
    actuals: 'd3, d3, 64',
    timed: { launch: '<<<dim3(3, 24), dim3(32, 4)>>>', actuals: 'e3b, e3a, 96' },
    declare: (w) =>
      `integer, value :: n\nreal(8), intent(in) :: a(${w.dims('n', 'n', 'n')})\nreal(8) :: b(${w.dims('n', 'n', 'n')})\ninteger :: i, j, k`,
    body: (w) =>
      `i = ${w.thread('x')}\nj = ${w.thread('y')}\n` +
      w.guard(
        ['i', 'j'].map((i) => `${i} <= ${w.one} .or. ${i} >= ${w.last('n')}`).join(' .or. '),
        w.loop(
          'k',
          `${w.one}+1`,
          `${w.last('n')}-1`,
          w.sum('b(i,j,k)', 'real(8)', [
            '0.4d0*a(i,j,k)',
            ...['i-1,j,k', 'i+1,j,k', 'i,j-1,k', 'i,j+1,k', 'i,j,k-1', 'i,j,k+1'].map((at) =>
              w.value('real(8)', { x: `a(${at})` }, ({ x }) => `0.1d0*${x}`),
            ),
          ]),
        ),
      ),
  },
};

/** Sizes that kernels know. */
const sizes = [3, 5, 8, 9, 16, 64, 100, 256];

/** What launches pass. */
const variables = [
  'real, device :: f1(64), f2(64,64), f3(64,64,64)',
  'real(8), device :: d1(64), d2(64,64), d3(64,64,64)',
  'integer, device :: i1(64), i2(64,64)',
  'type(particle), device :: cloud(64)',
];

/** What timed launches pass: names end with a for what is read, with b for what is written. */
const timed = [
  'real, device :: g1a(524288), g1b(524288), g1c(524288), g1d(524288), g2a(512,512), g2b(512,512), g2c(512,512)',
  'real, device :: h2a(256,256), h2b(256,256), h2c(256,256), p4a(2048,4), p4b(2048,4), h3a(64,64,64), h3b(64,64,64)',
  'real, device :: g3a(128,128,128), g3b(128,128,128), g9a(32768,9), g9b(32768,9)',
  'real(8), device :: e1a(262144), e1b(262144), e1c(262144), e2a(1024,256), e2b(1024,256), e2c(1024,256), e2d(1024,256)',
  'real(8), device :: e3a(96,96,96), e3b(96,96,96)',
  'integer, device :: j1a(524288), j1b(524288), j2(256,256), rows(32768), columns(262144)',
  'type(particle), device :: cloud(65536)',
];

/** A program of kernels written in one way. */
export function programOf(name: WayName, chosen: readonly string[] = Object.keys(kernels)): string {
  return [
    moduleOf(name, chosen),
    'program main',
    `use ${identifier(name)}`,
    ...variables,
    ...chosen.map((k) => `call ${identifier(k)}<<<1, 64>>>(${kernels[k]!.actuals})`),
    'end program',
    '',
  ].join('\n');
}

/** A program that prints of each kernel its name, the least time of `launches` launches in seconds, and a number that stands for what one has written. */
export function timedProgramOf(name: WayName, chosen: readonly string[], launches: number): string {
  const time = chosen.flatMap((k) => [
    'least = huge(least)',
    `do launch = 1, ${launches}`,
    'call fill()',
    'istat = cudaDeviceSynchronize()',
    'call system_clock(from, rate)',
    `call ${identifier(k)}${kernels[k]!.timed.launch}(${kernels[k]!.timed.actuals})`,
    'istat = cudaDeviceSynchronize()',
    'call system_clock(to)',
    'least = min(least, dble(to - from)/rate)',
    'end do',
    `print '(a, 2es16.8)', '${k}', least, outcome()`,
  ]);
  return [
    moduleOf(name, chosen),
    'module data',
    `use ${identifier(name)}`,
    ...timed,
    'contains',
    fill,
    'end module',
    'program main',
    'use data',
    'integer(8) :: from, to, rate',
    'integer :: launch, istat',
    'real(8) :: least',
    ...time,
    'end program',
    '',
  ].join('\n');
}

/** Numbers between 0.5 and 1.5 for what kernels read, nothing in what they write; `outcome`: weighed sums of that. */
const fill = `subroutine fill()
integer :: i, j, k
!$cuf kernel do <<<*, *>>>
do i = 1, 524288
g1a(i) = 0.5 + iand(i*9973, 1023)/1024.0; g1c(i) = 0.5 + iand(i*7919, 1023)/1024.0; g1d(i) = 0.5 + iand(i*4973, 1023)/1024.0
j1a(i) = i*40503 + i/77; g1b(i) = 0; j1b(i) = 0
end do
!$cuf kernel do <<<*, *>>>
do i = 1, 262144
e1a(i) = 0.5d0 + iand(i*9973, 1023)/1024d0; e1c(i) = 0.5d0 + iand(i*7919, 1023)/1024d0; e1b(i) = 0
columns(i) = 1 + iand(i*5 + iand(i*9973, 511), 32767)
end do
!$cuf kernel do <<<*, *>>>
do i = 1, 32768
rows(i) = 1 + (i - 1)*8 - iand(i, 3)*iand(i, 1)
end do
!$cuf kernel do(2) <<<*, *>>>
do j = 1, 512
do i = 1, 512
g2a(i,j) = 0.5 + iand(i*9973 + j*31, 1023)/1024.0; g2b(i,j) = 0.5 + iand(j*7919 + i, 1023)/1024.0; g2c(i,j) = 0
if (max(i, j) <= 256) then
h2a(i,j) = g2a(i,j); h2b(i,j) = g2b(i,j); h2c(i,j) = 0
end if
end do
end do
!$cuf kernel do(2) <<<*, *>>>
do j = 1, 256
do i = 1, 1024
e2a(i,j) = 0.5d0 + iand(i*9973 + j, 1023)/1024d0; e2b(i,j) = 0.5d0 + iand(i*7919 + j*3, 1023)/1024d0
e2c(i,j) = 4 + e2a(i,j); e2d(i,j) = 0
if (i <= 256) j2(i,j) = 0
end do
end do
!$cuf kernel do(2) <<<*, *>>>
do j = 1, 9
do i = 1, 32768
g9a(i,j) = 0.5 + iand(i*9973 + j*77, 1023)/1024.0; g9b(i,j) = 0
if (i <= 2048 .and. j <= 4) then
p4a(i,j) = g9a(i,j); p4b(i,j) = 0
end if
end do
end do
!$cuf kernel do(3) <<<*, *>>>
do k = 1, 128
do j = 1, 128
do i = 1, 128
g3a(i,j,k) = 0.5 + iand(i*9973 + j*31 + k*7, 1023)/1024.0; g3b(i,j,k) = 0
if (max(i, j, k) <= 96) then
e3a(i,j,k) = 0.5d0 + iand(i*9973 + j*31 + k*7, 1023)/1024d0; e3b(i,j,k) = 0
end if
if (max(i, j, k) <= 64) then
h3a(i,j,k) = g3a(i,j,k); h3b(i,j,k) = 0
end if
end do
end do
end do
!$cuf kernel do <<<*, *>>>
do i = 1, 65536
cloud(i)%x = iand(i*9973, 1023)/512.0 - 1; cloud(i)%y = iand(i*7919, 1023)/512.0 - 1; cloud(i)%z = iand(i*4973, 1023)/512.0 - 1
cloud(i)%u = 0; cloud(i)%v = 0; cloud(i)%w = 0; cloud(i)%m = 1; cloud(i)%q = 0.5
end do
end subroutine
real(8) function outcome()
integer :: i
real :: g1(524288), g2(512,512), g9(32768,9), g3(128,128,128)
real(8) :: e1(262144), e2(1024,256), e3(96,96,96)
integer :: j1(524288), jj2(256,256)
real :: h2(256,256), p4(2048,4), h3(64,64,64)
type(particle) :: c(65536)
g1 = g1b; g2 = g2c; g9 = g9b; g3 = g3b; e1 = e1b; e2 = e2b; e3 = e3b; j1 = j1b; jj2 = j2; c = cloud; h2 = h2c; p4 = p4b; h3 = h3b
outcome = sum(dble(g1)*[(1 + mod(i, 7), i = 1, size(g1))]) + sum(e1*[(1 + mod(i, 7), i = 1, size(e1))])
outcome = outcome + sum(dble(j1)*[(1 + mod(i, 7), i = 1, size(j1))]) + sum(dble(jj2(:,3:200:7))) + sum(dble(g2(:,2:511:3))) + sum(dble(g2(5,:)))
outcome = outcome + sum(dble(g9(:,2))) + 3*sum(dble(g9(:,3))) + sum(dble(g3(:,:,2:100:3))) + sum(dble(g3(7,:,:)))
outcome = outcome + sum(e2(:,2:255:3)) + sum(dble(h2(:,2:255:3))) + sum(dble(h2(5,:))) + sum(dble(p4(:,2))) + 3*sum(dble(p4(:,3))) + sum(dble(h3(:,:,3:60:4))) + sum(e2(5,:)) + sum(e3(:,:,2:50:3)) + sum(e3(7,:,:)) + 1d3*sum(dble(c%u*c%x - c%v*c%y + 2*c%w))
end function`;

function moduleOf(name: WayName, chosen: readonly string[]): string {
  return [
    `module ${identifier(name)}`,
    'use cudafor',
    'implicit none',
    ...sizes.map((n) => `integer, parameter :: size_${n} = ${n}`),
    'type particle\nreal :: x, y, z, u, v, w, m, q\nend type',
    'contains',
    ...chosen.map((kernel) => writeKernel(kernel, name)),
    'end module',
  ].join('\n');
}

export function identifier(name: string): string {
  return name.replaceAll('-', '_');
}

function writeKernel(kernel: string, name: WayName): string {
  const given = kernels[kernel]!;
  const w = new Way(name, identifier(kernel));
  const declared = given.declare(w);
  const body = given.body(w);
  return [
    ...w.functions,
    `attributes(global) subroutine ${identifier(kernel)}(${given.dummies})`,
    declared,
    ...w.temporaries,
    body,
    'end subroutine',
  ].join('\n');
}
