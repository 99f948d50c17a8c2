/** What is said where there is no driver, no device, or not enough of either. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpackCuda } from '../../src/runtime/cuda/cuda-image.ts';
import { loadDriver, NoDriver } from '../../src/runtime/cuda/native-driver.ts';
import { cufort } from '../cufort.ts';
import { FakeDriver } from './fake-driver.ts';
import { runOnFake } from './run-program.ts';

const program = (body: string): string => `
program test
  use cudafor
  real, device, allocatable :: a(:)
  integer :: istat
${body}
end program
`;

function refused(prepare: (driver: FakeDriver) => void): string {
  const driver = new FakeDriver();
  prepare(driver);
  try {
    const { errors } = runOnFake(
      program('  allocate(a(8))\n  !$cuf kernel do <<<*,*>>>\n  do istat = 1, 8\n    a(istat) = 1\n  end do'),
      driver,
    );
    return errors;
  } catch (problem) {
    assert.ok(problem instanceof NoDriver, String(problem));
    return problem.message;
  }
}

test('no driver', () => {
  assert.throws(() => loadDriver([import.meta.url], ['libnothing.so.7']), {
    message: "NVIDIA's driver library (libnothing.so.7) is not installed on this machine",
  });
});

test('a driver without functions that are needed', { skip: process.platform !== 'linux' }, () => {
  assert.throws(
    () => loadDriver([import.meta.url], ['libm.so.6']),
    /the CUDA driver is too old: it lacks cuInit; update it to one for CUDA 11\.8 or newer/,
  );
});

test('a driver for an old CUDA', () => {
  const said = refused((driver) => {
    driver.version = 11_040;
  });
  assert.equal(said, 'the CUDA driver is too old: it is for CUDA 11.4; update it to one for CUDA 11.8 or newer');
});

test('a driver that does not start', () => {
  const said = refused((driver) => driver.failures.set('cuInit', 999));
  assert.equal(said, 'the CUDA driver does not start: unknown error (error 999)');
});

test('no device', () => {
  const said = refused((driver) => {
    driver.devices = 0;
  });
  assert.equal(said, 'the CUDA driver finds no device on this machine, or CUDA_VISIBLE_DEVICES leaves none');
});

test('a driver older than the GPU', () => {
  const said = refused((driver) => {
    driver.rejectModule = 'unsupported';
    driver.rejectCode = 222;
  });
  assert.equal(said, 'the CUDA driver is too old for this GPU: update it');
});

test('no memory on the device', () => {
  const driver = new FakeDriver();
  driver.failures.set('cuMemAlloc_v2', 2);
  const { out, errors, status } = runOnFake(
    program('  allocate(a(1000), stat=istat)\n  print *, istat > 0, cudaGetLastError()\n  allocate(a(1000))'),
    driver,
  );
  assert.deepEqual(out.trim().split(/\s+/), ['T', '2']);
  assert.equal(
    errors,
    '0: ALLOCATE: 4000 bytes requested; not enough memory: 2(out of memory) (line 8)\n  in the main program at test.cuf:8\n',
  );
  assert.equal(status, 127);
});

test('no memory because a kernel has failed', () => {
  const driver = new FakeDriver();
  driver.pending = 700;
  const { errors } = runOnFake(program('  istat = cudaDeviceSynchronize()\n  allocate(a(1000))'), driver);
  assert.equal(
    errors,
    '0: ALLOCATE: 4000 bytes requested; 700(an illegal memory access was encountered) (line 7)\n  in the main program at test.cuf:7\n',
  );
});

test('a context that cannot be made', () => {
  const driver = new FakeDriver();
  driver.failures.set('cuDevicePrimaryCtxRetain', 46);
  const { out } = runOnFake(program('  istat = cudaDeviceSynchronize()\n  print *, istat'), driver);
  assert.equal(out.trim(), '46');
});

test('an executable takes the capability of the device at hand, unless it was built for one', () => {
  const code = {
    text: '.version 7.1\n.target sm_70\n.address_size 64\n\n.visible .entry k()\n',
    kernels: [],
    texts: [],
    traps: [],
    globals: new Map<string, string>(),
    symbols: { hostBase: '', trapCell: '', print: '', patience: '' },
    printHead: 16,
    printBytes: 64,
  };
  const rest = { cells: [], managed: [], managedEnd: 0, code };
  const open = unpackCuda({ ...rest, open: true });
  assert.equal(open.ptx(90).text, '.version 8.0\n.target sm_90\n.address_size 64\n\n.visible .entry k()\n');
  assert.equal(open.ptx(86).text, '.version 7.1\n.target sm_86\n.address_size 64\n\n.visible .entry k()\n');
  assert.equal(unpackCuda({ ...rest, open: false }).ptx(90).text, code.text);
});

test('cufort info without a driver', { skip: process.env.CUFORT_DEVICE === 'cuda' }, async () => {
  const { stderr, code } = await cufort(['info'], { env: { CUFORT_DEVICE: 'cuda', LD_LIBRARY_PATH: '/nowhere' } });
  if (code === 0) return;
  assert.match(stderr, /error\[no-device\]/);
});
