/** The module wmma in the text that a GPU gets: instructions of its tensor cores, with all parts of matrices in registers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaults } from '../../src/driver/options.ts';
import { FakeDriver } from './fake-driver.ts';
import { runOnFake } from './run-program.ts';

const source = `
module m
  use wmma
contains
  attributes(global) subroutine half(a, b, c, n)
    integer, value :: n
    real(2) :: a(n, *), b(n, *)
    real(4) :: c(n, *)
    type(subMatrixA_m16n16k16_Real2_Cmajor) :: sa
    type(subMatrixB_m16n16k16_Real2_Rmajor) :: sb
    type(subMatrixC_m16n16k16_Real4) :: sc(2)
    integer :: i, k
    do i = 1, 2
      sc(i) = 0.0
    end do
    do k = 1, n, 16
      call wmmaLoadMatrix(sa, a(1, k), n)
      do i = 1, 2
        call wmmaLoadMatrix(sb, b(16 * (i - 1) + 1, k), n)
        call wmmaMatmul(sc(i), sa, sb, sc(i))
      end do
    end do
    do i = 1, 2
      call wmmaStoreMatrix(c(1, 16 * (i - 1) + 1), sc(i), n)
    end do
  end subroutine
  attributes(global) subroutine double(a, b, c)
    real(8) :: a(8, 4), b(4, 8), c(8, 8)
    type(subMatrixA_m8n8k4_Real8_Rmajor) :: sa
    type(subMatrixB_m8n8k4_Real8_Cmajor) :: sb
    type(subMatrixC_m8n8k4_Real8) :: sc
    call wmmaLoadMatrix(sa, a(1, 1), 4)
    call wmmaLoadMatrix(sb, b(1, 1), 4)
    call wmmaMatmul(sc, sa, sb)
    call wmmaStoreMatrix(c(1, 1), sc, 8, WMMARowMajor)
  end subroutine
end module
program test
  use m
  real(2), device :: a(16, 16), b(32, 16)
  real(4), device :: c(16, 32)
  real(8), device :: d(8, 4), e(4, 8), f(8, 8)
  call half<<<1, 32>>>(a, b, c, 16)
  call double<<<1, 32>>>(d, e, f)
end program
`;

function ptx(computeCapability: number): string {
  const driver = new FakeDriver();
  const { errors } = runOnFake(source, driver, { gpu: { ...defaults.gpu, computeCapability } });
  assert.equal(errors, '');
  return driver.ptx;
}

test('products of halves and of double precision', () => {
  const text = ptx(80);
  assert.match(text, /wmma\.load\.a\.sync\.aligned\.col\.m16n16k16\.f16/);
  assert.equal(text.match(/wmma\.mma\.sync\.aligned\.col\.row\.m16n16k16\.f32\.f32/g)?.length, 2);
  assert.match(text, /wmma\.mma\.sync\.aligned\.row\.col\.m8n8k4\.f64\.f64\.f64\.f64/);
  assert.match(text, /wmma\.store\.d\.sync\.aligned\.row\.m8n8k4\.f64/);
  assert.doesNotMatch(text.slice(text.indexOf('m_half'), text.indexOf('m_double')), /\.local/);
});

test('tensor cores of double precision come with compute capability 8.0', () => {
  const text = ptx(75);
  assert.match(text, /m16n16k16/);
  assert.doesNotMatch(text, /m8n8k4/);
});
