/** Random kernels over arrays of structures of any constant size, in whatever order their cells lie: threads write records of their own, and read those of others from arrays that nobody writes. */
import { type Random, randomSource } from '../back/random-kernel.ts';
import { type RandomKernel, type RandomSource, sourceOf } from './kernel-source.ts';
import { one } from './typed-values.ts';

const blocks = [
  [64, 1, 1],
  [37, 1, 1],
  [16, 4, 1],
  [8, 2, 3],
  [128, 1, 1],
] as const;
const most = 9;

/** A cell's index within an array's parentheses: of which record, and which of its fields, both from 1 on. */
type Layout = { readonly declared: string; readonly at: (record: string, field: string) => string };

function layouts(size: number, n: string): readonly Layout[] {
  return [
    { declared: `${size}, *`, at: (i, c) => `${c}, ${i}` },
    { declared: `${n}, *`, at: (i, c) => `${i}, ${c}` },
    { declared: '*', at: (i, c) => `${size}*(${i}) - ${size} + ${c}` },
    { declared: '0:*', at: (i, c) => `(${i} - 1)*${size} + ${c} - 1` },
    { declared: `${size}, 2, *`, at: (i, c) => `${c}, iand(${i} - 1, 1) + 1, (${i} + 1)/2` },
    { declared: '*', at: (i, c) => `(${c} - 1)*${n} + ${i}` },
    ...[3, 4, 8].map((few) => ({
      declared: `${few}, ${size}, *`,
      at: (i: string, c: string) => `mod(${i} - 1, ${few}) + 1, ${c}, (${i} - 1)/${few} + 1`,
    })),
    { declared: '*', at: (i, c) => `8*${size}*((${i} - 1)/8) + 8*(${c} - 1) + iand(${i} - 1, 7) + 1` },
  ];
}

export function records(from: number, to: number): RandomSource {
  const kernels: RandomKernel[] = [];
  const parts: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const r = randomSource(seed * 29 + 11);
    const block = blocks[seed % blocks.length]!;
    const threads = 2 * block[0] * block[1] * block[2];
    const n = threads - r(3) * r(9);
    const size = 1 + r(most);
    kernels.push({ name: `kernel${seed}`, grid: [2, 1, 1], block, n, elements: (most + 1) * (threads + 8) });
    parts.push(new Kernel(r, size).text(`kernel${seed}`));
  }
  return sourceOf(kernels, parts);
}

class Kernel {
  private readonly r: Random;
  private readonly size: number;
  private readonly arrays: Readonly<Record<'ia' | 'la' | 'ra' | 'da', Layout>>;

  constructor(r: Random, size: number) {
    this.r = r;
    this.size = size;
    const layout = (): Layout => one(r, layouts(size, 'n'));
    this.arrays = { ia: layout(), la: layout(), ra: layout(), da: layout() };
  }

  text(name: string): string {
    const { ia, la, ra, da } = this.arrays;
    const long = this.r(4) === 0;
    const place = '(threadIdx%y - 1) + blockDim%y*(threadIdx%z - 1 + blockDim%z*(blockIdx%x - 1))';
    const body = Array.from({ length: 2 + this.r(4) }, () => this.statement().map((l) => `      ${l}\n`)).flat();
    const guard = one(this.r, ['if (i <= n) then', 'if (i > 0 .and. i <= n) then', 'if (i <= n - 1) then']);
    return `  attributes(global) subroutine ${name}(ia, la, ra, da, ca, n)
    integer, value :: n
    integer :: ia(${ia.declared}), ca(*)
    integer(8) :: la(${la.declared})
    real :: ra(${ra.declared})
    real(8) :: da(${da.declared})
    integer${long ? '(8)' : ''} :: i, j
    integer :: c, k, s, v(${most})
    integer(1) :: b
    real :: x, y, w(${most})
    complex :: z
    real(8) :: d
    i = threadIdx%x + blockDim%x*(${place})
    s = 0; x = 0; y = 1; d = 0; z = (0, 1); v = 2; w = 0.5; b = 3; c = 1; j = 1
    ${guard}
${body.join('')}      ${this.own('la', '1')} = s + v(${1 + this.r(most)}) + b
      ${this.own('ra', String(this.size))} = x + y + w(${1 + this.r(most)}) + real(z) - aimag(z) + real(d)
    end if
  end subroutine ${name}
`;
  }

  private cell(array: 'ia' | 'la' | 'ra' | 'da', record: string, field: string): string {
    return `${array}(${this.arrays[array].at(record, field)})`;
  }

  private own(array: 'la' | 'ra', field: string): string {
    return this.cell(array, 'i', field);
  }

  private field(): string {
    return String(1 + this.r(this.size));
  }

  /** Whose record is read: one within 1 to n. */
  private record(): string {
    return one(this.r, [
      'i',
      'i',
      'i',
      'max(i - 1, 1)',
      'min(i + 1, n)',
      'mod(i, n) + 1',
      'n + 1 - i',
      'mod(5*i, n) + 1',
      'mod(c + i, n) + 1',
      'merge(i, n, i > 3)',
      '(i + 1)/2',
      'j',
      'n/2',
    ]);
  }

  private read(field = this.field()): string {
    const { r } = this;
    return one(r, [
      `mod(${this.cell('ia', this.record(), field)}, 1000)`,
      `mod(${this.cell('ia', this.record(), field)}, 64)*0.25`,
      `real(${this.cell('da', this.record(), field)})`,
      `abs(${this.own('ra', field)})`,
      `mod(${this.own('la', field)}, 97_8)`,
      'x',
      's',
      `v(${1 + r(most)})`,
    ]);
  }

  private condition(): string {
    const { r } = this;
    return one(r, [
      `mod(i, ${2 + r(4)}) == 0`,
      `i > ${r(40)} .and. i < n`,
      `${this.cell('ia', 'i', this.field())} > ${r(90)}`,
      `${this.cell('da', 'i', this.field())} < ${r(90)}`,
      `s >= ${r(9)}`,
      `n > ${r(200)}`,
    ]);
  }

  private statement(): readonly string[] {
    const { r, size } = this;
    const c = `do c = 1, ${size}`;
    return one(r, [
      () => [`${this.own('ra', this.field())} = ${this.read()} + ${this.read()}`],
      () => [`${this.own('la', this.field())} = int(${this.read()}, 8)*3 - int(${this.read()})`],
      () => ['j = mod(i*3, n) + 1', `x = x + ${this.read()}`],
      () => ['j = n + 1 - i', `d = d*0.5d0 + ${this.read()}`],
      () => [c, `  ${this.own('ra', 'c')} = ${this.read('c')}*${this.read('c')}`, 'end do'],
      () => [c, `  s = s + int(${this.read('c')})`, 'end do'],
      () => [c, `  x = max(x, real(${this.read('c')}))`, `  y = min(y, real(${this.read('c')}))`, 'end do'],
      () => [c, `  v(c) = int(${this.read('c')})`, `  w(${size + 1} - c) = ${this.read('c')}`, 'end do'],
      () => [c, `  ${this.own('la', 'c')} = v(c) + int(w(c)*4)`, 'end do'],
      () => [`if (${this.condition()}) then`, ...this.simple(), 'else', ...this.simple(), 'end if'],
      () => [`if (${this.condition()}) ${this.own('ra', this.field())} = ${this.read()}`],
      () => [`z = cmplx(${this.read()}, ${this.read()})*0.5 + z`, 'x = x + aimag(z*conjg(z) + (1, 2)*z)'],
      () => [`b = int(iand(int(${this.read()}), ${one(r, [127, 63, 255])}), 1)`, 's = s + b/2 - iand(int(b), 7)'],
      () => [
        `s = s + iand(shiftr(v(2) + 1000*s, iand(int(${this.read()}), 31)), 1)`,
        `s = ieor(s, ishft(int(i), mod(s, 32)))`,
      ],
      () => [
        `s = s - ishftc(int(i), 3) + shifta(s, iand(s, 7)) + merge(1, 0, btest(s, iand(int(${this.read()}), 31)))`,
      ],
      () => [
        `do k = -${r(2)}, ${r(3)}`,
        `  x = x + ${this.cell('ia', 'min(max(i + k, 1), n)', this.field())}*0.125`,
        'end do',
      ],
      () => [
        'do k = 1, mod(n, 3) + 1',
        `  s = ieor(s*3, int(${this.cell('ia', 'mod(i + k, n) + 1', this.field())}))`,
        'end do',
      ],
    ])();
  }

  private simple(): readonly string[] {
    return [`  ${this.own('ra', this.field())} = ${this.read()}`, `  s = s + int(${this.read()})`];
  }
}
