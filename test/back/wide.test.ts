/** What V8's joining of vectors into some of 256 bits wants of kernels: pairs of stores whose upper one comes first, chunks of twice as many threads, constants beside loops. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileKernels, layoutProgram } from '../../src/back/wasm/compile.ts';
import type { Options } from '../../src/back/wasm/encode/artifact.ts';
import { showWasm } from '../../src/back/wasm/encode/show.ts';
import { hasErrors } from '../../src/base/diagnostic.ts';
import { defaults } from '../../src/driver/options.ts';
import { compileInputs, linkInputs } from '../../src/driver/program.ts';
import { oneFile } from '../one-file.ts';

/** The instructions of the only kernel of a module with this body. */
function listing(head: string, body: string, options: Options, type = 'real'): readonly string[] {
  const text = `module m
contains
  attributes(global) subroutine k${head}
${body}
  end subroutine
end module
program p
  use m
  ${type}, device :: a(64)
  call k<<<1, 64>>>${head.replace('n', '9')}
end program`;
  const files = oneFile('k.cuf', text);
  const inputs = compileInputs({ ...defaults, inputs: ['k.cuf'] }, files);
  const linked = linkInputs(inputs, files);
  assert.ok(linked.program && !hasErrors([...inputs.diagnostics, ...linked.diagnostics]));
  const { program } = linked;
  const kernels = compileKernels(program, layoutProgram(program), options);
  return showWasm(kernels.bytes).split('\n');
}

const twice = `
    real :: a(*)
    integer :: i
    i = threadIdx%x
    a(i) = a(i)*2`;

function storeOffsets(lines: readonly string[]): readonly number[] {
  return lines.flatMap((l) => /^ *v128\.store offset=(\d+)/.exec(l)?.[1] ?? []).map(Number);
}

test('of neighbouring vectors the upper one is stored first', () => {
  const offsets = storeOffsets(listing('(a)', twice, { block: [64, 1, 1] }));
  const first = Math.min(...offsets);
  assert.deepEqual(
    offsets.map((o) => o - first),
    [16, 0, 48, 32],
  );
});

test('chunks hold twice as many threads where two vectors share a register', () => {
  const offsets = storeOffsets(listing('(a)', twice, { block: [64, 1, 1], wide: true }));
  const first = Math.min(...offsets);
  assert.deepEqual(
    offsets.map((o) => o - first),
    [16, 0, 48, 32, 80, 64, 112, 96],
  );
});

test('constants beside a loop leave the registers to it', () => {
  const lines = listing(
    '(a, n)',
    `
    real :: a(*), s, t
    integer, value :: n
    integer :: i, j
    i = threadIdx%x
    s = a(i)*1.25
    t = a(i)*1.5
    do j = 1, n
       s = s*t + 1.75
    end do
    a(i) = s`,
    { block: [64, 1, 1] },
  );
  const constants = lines.flatMap((l, at) => (/v128\.const/.test(l) ? [at] : []));
  const loads = lines.flatMap((l, at) => (/v128\.load /.test(l) ? [at] : []));
  const loops = lines.flatMap((l, at) => (/^ *loop/.test(l) ? [at] : []));
  const inner = loops.at(-1)!;
  assert.ok(
    constants.some((at) => at > loads[0]!),
    '1.25 and 1.5 stand where they are used',
  );
  assert.ok(!constants.some((at) => at > inner), '1.75 stands before the loop');
});

test('masks of neighbours meet only where they are asked', () => {
  const body = `
    real :: a(*)
    integer :: i, j
    i = threadIdx%x
    do while (a(i) < 100)
       a(i) = a(i)*2
    end do`;
  const asked = (wide: boolean, chunk: 2 | 4): boolean =>
    /i16x8\.narrow_i32x4_s\s+v128\.any_true/.test(listing('(a)', body, { block: [64, 1, 1], wide, chunk }).join('\n'));
  for (const chunk of [2, 4] as const) {
    assert.equal(asked(true, chunk), true);
    assert.equal(asked(false, chunk), false);
  }
});

test('a vector whose halves are widened is kept in a register of 128 bits', () => {
  const body = `
    integer(8) :: a(*)
    integer :: i
    i = threadIdx%x
    a(i) = ieor(i, 5)`;
  const lines = listing('(a)', body, { block: [64, 1, 1] }, 'integer(8)');
  const kept = lines.flatMap((l, at) =>
    /i64x2\.extend_low/.test(l) ? [/extract_lane 0\s+drop\s/.test(lines.slice(at - 3, at).join('\n'))] : [],
  );
  assert.ok(kept.length > 0 && kept.every((k) => k));
});
