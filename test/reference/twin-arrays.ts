/** Arrays of every kind that programs of host-twins.ts fill and show: `s_KIND` on the device, `h_KIND` on the host. */
import { allKinds, familyOf, type Kind, typeOf } from './typed-values.ts';

export const length = 400;

export const pools: readonly string[] = allKinds.flatMap((k) => [
  `${typeOf[k]}⟦, device|⟧ :: s_${k}(${length})`,
  `${typeOf[k]} :: h_${k}(${length})`,
]);

/** Numbers of all sizes, limits of their kinds among them; reals are multiples of 1/4. `more`: statements behind it. */
export function filling(more: readonly string[]): readonly string[] {
  return [
    'subroutine fill()',
    '  integer :: i',
    '  do i = 1, size(h_i4)',
    '    h_i4(i) = i*40503 + ishft(i, 13)*40503',
    '    h_i8(i) = h_i4(i)*65537_8*40503_8',
    '    if (mod(i, 3) == 0) h_i4(i) = mod(i*7, 300) - 150',
    '    if (mod(i, 3) == 1) h_i8(i) = mod(i*5, 300) - 150',
    '    h_i2(i) = int(iand(h_i4(i), 32767) - merge(16384, 0, mod(i, 4) > 0), 2)',
    '    h_i1(i) = int(iand(h_i4(i), 127) - merge(64, 0, mod(i, 4) > 0), 1)',
    '    if (mod(i, 5) == 0) h_i1(i) = int(mod(i, 9) - 4, 1)',
    '    if (mod(i, 11) == 0) h_i1(i) = -127_1 - 1_1',
    '    h_r4(i) = iand(h_i4(i), 255)*0.25 - 32',
    '    h_r8(i) = iand(h_i4(i), 511)*0.25d0 - 60',
    '    h_b1(i) = btest(h_i4(i), 2)',
    '    h_b4(i) = btest(h_i4(i), 3)',
    '  end do',
    ...allKinds.map((k) => `  s_${k} = h_${k}`),
    ...more.map((l) => `  ${l}`),
    'end subroutine fill',
  ];
}

/** The places of an element in a sum, whatever its kind. */
export function asWhole(kind: Kind, cell: string): string {
  return { whole: cell, real: `int(${cell}*16, 8)`, logical: `merge(1, 0, ${cell})` }[familyOf(kind)];
}

/** A subroutine that prints a sum over the elements of a vector of the kind, in which their order counts. */
export function showing(kind: Kind): readonly string[] {
  return [
    `subroutine show_${kind}(name, a)`,
    '  character(*), intent(in) :: name',
    `  ${typeOf[kind]}, intent(in) :: a(:)`,
    '  integer :: i',
    '  integer(8) :: all',
    '  all = 0',
    '  do i = 1, size(a)',
    `    all = all*31 + ${asWhole(kind, 'a(i)')}`,
    '  end do',
    `  print '(a, i0)', name // ' ', all`,
    `end subroutine show_${kind}`,
  ];
}
