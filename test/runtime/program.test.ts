import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ioFlagBit, ioIsComplete, ioOperationNumber } from '../../src/library/io-keys.ts';
import { runtimeCalls } from '../../src/library/runtime-calls.ts';
import { runIr } from './run-ir.ts';

/** Externs for the runtime calls and routines that a program's text names. */
function externs(text: string): string {
  const names = new Set(
    Array.from(text.matchAll(/call "((?:io|device|copy|program|managed|random|text|time)\.[^"]+)"/g), (m) => m[1]!),
  );
  const rows: Record<string, { takes: readonly string[]; gives: readonly string[] }> = runtimeCalls;
  const known = Array.from(
    names,
    (n) => `extern "${n}" runtime (${rows[n]!.takes.join(' ')}) (${rows[n]!.gives.join(' ')})`,
  );
  return known.join('\n');
}

const integer = (expression: string) => `call "io.put-integer" (${expression} 4:i32) ()`;
const line = (...items: string[]) => `
  call "io.start" (${ioOperationNumber('print')}:i32 ${ioFlagBit('star') | ioIsComplete}:i32 0:i64 0:ptr.host 0:i64) ()
  ${items.join('\n  ')}
  call "io.end" () ($0)`;
const routine = (name: string, takes: string) => `extern "cudafor.${name}" runtime (${takes}) (i32)`;

const increment = `
kernel "increment" ("a":ptr.global "b":i32) () {
  local "p":ptr.global
  $2 = (offset:ptr.global $0:ptr.global (extend:i64 (mul:i32 (add:i32 (special tid.x) (mul:i32 (special ctaid.x) (special ntid.x))) 4:i32)))
  store i32 $2:ptr.global 0 (add:i32 (load i32 $2:ptr.global 0) $1:i32)
}`;

const launch = (kernel: string, grid: string, block: string, args: string) =>
  `launch "${kernel}" (${grid}:i32 1:i32 1:i32) (${block}:i32 1:i32 1:i32) 0:i32 0:i64 (${args})`;

function program(body: string, more = ''): string {
  const main = `host "main" () () {
  local "status":i32
  local "d":ptr.global
  slot "a" 4096 16
  ${body}
}`;
  return `module "test"\n${externs(main)}\n${more}\n${main}\n`;
}

const sync = 'call "cudafor.cudaDeviceSynchronize" () ($0)';
const errors = [routine('cudaDeviceSynchronize', ''), routine('cudaGetLastError', '')].join('\n');

test('a kernel changes what was copied to the device', () => {
  const text = program(
    `
  store i32 (slot 0 ptr.host) 0 40:i32
  store i32 (slot 0 ptr.host) 1020 1:i32
  call "device.allocate" (1024:i64 0:i32) ($1)
  call "copy.to-device" ($1:ptr.global (slot 0 ptr.host) 1024:i64) ()
  ${launch('increment', '1', '256', '$1:ptr.global 2:i32')}
  call "copy.to-host" ((slot 0 ptr.host) $1:ptr.global 1024:i64) ()
  ${line(integer('(extend:i64 (load i32 (slot 0 ptr.host) 0))'), integer('(extend:i64 (load i32 (slot 0 ptr.host) 1020))'))}`,
    increment,
  );
  assert.deepEqual(runIr(text), { status: 0, out: '           42            3\n', error: '' });
});

test('a launch with too many threads gives an error at once, and the program goes on', () => {
  const text = program(
    `
  call "device.allocate" (1024:i64 0:i32) ($1)
  ${launch('increment', '1', '5000', '$1:ptr.global 2:i32')}
  call "cudafor.cudaGetLastError" () ($0)
  ${line(integer('(extend:i64 $0:i32)'))}
  call "cudafor.cudaGetLastError" () ($0)
  ${line(integer('(extend:i64 $0:i32)'))}`,
    `${increment}\n${errors}`,
  );
  assert.deepEqual(runIr(text), { status: 0, out: '            9\n            0\n', error: '' });
});

test('an illegal address is seen at the next synchronising call, the copy that is not made is told, and the program goes on', () => {
  const text = program(
    `
  ${launch('increment', '1', '256', '(from.address:ptr.global 0:i64) 2:i32')}
  call "cudafor.cudaGetLastError" () ($0)
  ${line(integer('(extend:i64 $0:i32)'))}
  ${sync}
  ${line(integer('(extend:i64 $0:i32)'))}
  call "copy.to-host" ((slot 0 ptr.host) (from.address:ptr.global 0:i64) 1024:i64) ()
  call "cudafor.cudaGetLastError" () ($0)
  ${line(integer('(extend:i64 $0:i32)'))}`,
    `${increment}\n${errors}`,
  );
  const { status, out, error } = runIr(text);
  assert.deepEqual({ status, out }, { status: 0, out: '            0\n          700\n          700\n' });
  assert.match(
    error,
    /^kernel increment stopped: block 1: an illegal memory access was encountered \(error 700\)\n0: copyout Memcpy .* FAILED: 700\(an illegal memory access was encountered\)\n$/,
  );
});

test('a copy that cannot be made ends the program as nvfortran does', () => {
  const text = program('call "copy.to-host" ((slot 0 ptr.host) (from.address:ptr.global 0:i64) 1024:i64) ()');
  const { status, error } = runIr(text);
  assert.equal(status, 127);
  assert.match(
    error,
    /^0: copyout Memcpy \(host=0x[0-9a-f]+, dev=\(nil\), size=1024\) FAILED: 1\(invalid argument\)\n$/,
  );
});

test('kernels print in the order of their blocks, when the host waits', () => {
  const say = `kernel "say" () () {
  print ((text "block") (integer 4 (extend:i64 (special ctaid.x))))
}`;
  const text = program(
    `
  ${launch('say', '3', '1', '')}
  ${sync}`,
    `${say}\n${errors}`,
  );
  assert.deepEqual(runIr(text).out, ' block            0\n block            1\n block            2\n');
});

test('a trap in a kernel is reported with its message, and is a launch failure', () => {
  const text = program(
    `
  ${launch('die', '1', '1', '')}
  ${sync}
  ${line(integer('(extend:i64 $0:i32)'))}`,
    `kernel "die" () () {\n  trap "no way out"\n}\n${errors}`,
  );
  assert.deepEqual(runIr(text), {
    status: 0,
    out: '          719\n',
    error: 'kernel die stopped: block 1 no way out\n',
  });
});

test('stop gives its code as the exit status', () => {
  const stop = (code: string, rest = '(from.address:ptr.host 0:i64) 0:i64 0:i32') =>
    runIr(program(`call "program.stop" (${code}:i32 ${rest}) ()`));
  assert.deepEqual(stop('0'), { status: 0, out: '', error: 'FORTRAN STOP\n' });
  assert.deepEqual(stop('3').status, 3);
});

test('host code that leaves its memory ends with a message, after its output', () => {
  const { status, out, error } = runIr(
    program(`${line(integer('7:i64'))}
  store i32 (from.address:ptr.host 4294967000:i64) 0 1:i32`),
  );
  assert.equal(status, 139);
  assert.equal(out, '            7\n');
  assert.match(error, /^Segmentation fault/);
});

test('many blocks run on all threads, in chunks', () => {
  const text = program(
    `
  call "device.allocate" (4194304:i64 0:i32) ($1)
  call "fill.on-device" ($1:ptr.global 5:i64 4:i32 1048576:i64) ()
  ${launch('increment', '4096', '256', '$1:ptr.global 2:i32')}
  ${launch('increment', '4096', '256', '$1:ptr.global 3:i32')}
  call "copy.to-host" ((slot 0 ptr.host) (offset:ptr.global $1:ptr.global 4190208:i64) 4096:i64) ()
  ${line(integer('(extend:i64 (load i32 (slot 0 ptr.host) 0))'), integer('(extend:i64 (load i32 (slot 0 ptr.host) 4092))'))}`,
    `${increment}\nextern "fill.on-device" runtime (ptr.global i64 i32 i64) ()`,
  );
  assert.equal(runIr(text, { threads: 2 }).out, '           10           10\n');
});
