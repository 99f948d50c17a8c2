/** --schedule: programs that rely on the order of blocks or threads show themselves, others give what they give. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { warm } from '../warm.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-'));
after(() => rmSync(folder, { recursive: true }));

const program = `module m
contains
  attributes(global) subroutine chain(a)
    integer :: a(0:*), b
    b = blockIdx%x
    a(b) = a(b - 1) + 1
  end subroutine
  attributes(global) subroutine own(a)
    integer :: a(*), i
    integer, shared :: s(64)
    i = threadIdx%x + (blockIdx%x - 1)*64
    s(threadIdx%x) = i
    call syncthreads()
    a(i) = s(65 - threadIdx%x)
  end subroutine
end module
program t
  use m
  integer, device :: a(0:8), c(512)
  integer :: h(0:8), g(512), i
  a = 0
  call chain<<<8, 1>>>(a)
  h = a
  call own<<<8, 64>>>(c)
  g = c
  print '(9i3,i8)', h, sum([(i*g(i), i = 1, 512)])
end program
`;

test('--schedule: the order of blocks shows where a program relies on it, and nowhere else', async () => {
  const path = join(folder, 'order.cuf');
  writeFileSync(path, program);
  const run = async (...options: string[]) => (await warm(['run', '-w', ...options, path])).stdout;
  const usual = await run('--device', 'sim');
  assert.match(usual, /^ {2}0 {2}1 {2}2 {2}3 {2}4 {2}5 {2}6 {2}7 {2}8/);
  const others = [await run('--schedule', '1'), await run('--schedule', '2'), await run('--schedule', '3')];
  assert.ok(
    others.some((text) => text.slice(0, 27) !== usual.slice(0, 27)),
    others.join(''),
  );
  for (const text of others) assert.equal(text.slice(27), usual.slice(27));
  assert.equal(await run('--schedule', '2'), others[1]);
});
