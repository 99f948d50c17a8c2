/** Options of -gpu in the text that the driver gets. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaults, type GpuOptions } from '../../src/driver/options.ts';
import { cufort } from '../cufort.ts';
import { FakeDriver } from './fake-driver.ts';
import { runOnFake } from './run-program.ts';

const source = `
module m
contains
  attributes(global) launch_bounds(256, 4) subroutine k(a, b, c)
    real :: a(*)
    real, intent(in) :: b(*), c(*)
    integer :: i
    i = threadIdx%x
    a(i) = b(i)*c(i) + sin(c(i))/a(i)
  end subroutine
end module
program test
  use m
  real, device :: a(64), b(64), c(64)
  call k<<<1, 64>>>(a, b, c)
end program
`;

function ptx(gpu: Partial<GpuOptions>): string {
  const driver = new FakeDriver();
  const { errors } = runOnFake(source, driver, { gpu: { ...defaults.gpu, ...gpu } });
  assert.equal(errors, '');
  return driver.ptx.slice(driver.ptx.indexOf('.entry m_k'));
}

test('launch bounds', () => {
  assert.match(ptx({}), /\.maxntid 256, 1, 1\n\.minnctapersm 4\n/);
});

test('products and sums are fused unless that is forbidden', () => {
  const last = (text: string): string => text.slice(text.lastIndexOf('div'));
  assert.match(last(ptx({})), /fma\.rn\.f32/);
  assert.doesNotMatch(last(ptx({ fma: false })), /fma/);
});

test('fastmath takes the approximations of the hardware', () => {
  assert.match(ptx({}), /div\.rn\.f32/);
  const fast = ptx({ fastmath: true });
  assert.match(fast, /sin\.approx\.ftz\.f32/);
  assert.match(fast, /div\.approx\.ftz\.f32/);
});

test('flushz', () => {
  assert.doesNotMatch(ptx({}), /\.ftz/);
  assert.match(ptx({ flushz: true }), /div\.rn\.ftz\.f32/);
  assert.match(ptx({ flushz: true }), /fma\.rn\.ftz\.f32/);
});

test('maxregcount', () => {
  assert.doesNotMatch(ptx({}), /maxnreg/);
  assert.match(ptx({ maxregcount: 40 }), /\.maxnreg 40\n/);
});

test('loadcache', () => {
  assert.match(ptx({}), /ld\.global\.nc\.f32/);
  const second = ptx({ loadcache: 'L2' });
  assert.match(second, /ld\.global\.cg\.f32/);
  assert.doesNotMatch(second, /ld\.global\.(nc|f32)/);
});

test('the capability asked for', () => {
  const driver = new FakeDriver();
  runOnFake(source, driver, { gpu: { ...defaults.gpu, computeCapability: 75 } });
  assert.match(driver.ptx, /\.target sm_75/);
});

test('ptxinfo asks the driver for registers and memory, and shows them', () => {
  const driver = new FakeDriver();
  driver.information = 'ptxas info    : Used 12 registers';
  const { errors } = runOnFake(source, driver, { gpu: { ...defaults.gpu, ptxinfo: true } });
  assert.equal(errors, 'ptxas info    : Used 12 registers\n');
  const quiet = runOnFake(source, driver);
  assert.equal(quiet.errors, '');
});

test('keep leaves the text in a file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cufort-keep-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'kept.cuf'), source);
  const { code, stderr } = await cufort(['build', '--device', 'cuda', '-gpu=keep,cc80', 'kept.cuf', '-o', 'kept'], {
    cwd: folder,
  });
  assert.equal(stderr, '');
  assert.equal(code, 0);
  assert.match(readFileSync(join(folder, 'kept.ptx'), 'utf8'), /\.target sm_80\n[\s\S]*\.entry m_k/);
});
