/** Which device an executable runs on is chosen when it is built and, of those it has code for, when it starts. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort, execute } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-devices-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const program = `program main
  use cudafor
  integer, device :: d(4)
  integer :: i, h(4)
  !$cuf kernel do
  do i = 1, 4
    d(i) = i * i
  end do
  h = d
  print '(4i3)', h
end program`;
writeFileSync(join(folder, 'squares.cuf'), program);

async function built(devices: string): Promise<string> {
  const name = `squares-${devices.replace(',', '-')}`;
  const { code, stderr } = await cufort(['build', '--device', devices, 'squares.cuf', '-o', name], { cwd: folder });
  assert.equal(code, 0, stderr);
  return join(folder, name);
}

const run = (file: string, device: string) =>
  execute(file, [], { cwd: folder, env: { ...process.env, CUFORT_DEVICE: device } });

test('an executable with code for both devices runs on the one that is asked for', async () => {
  const file = await built('sim,cuda');
  const { code, stdout, stderr } = await run(file, 'sim');
  assert.deepEqual([code, stdout, stderr], [0, '  1  4  9 16\n', '']);
  const real = await run(file, 'cuda');
  if (existsSync('/dev/nvidiactl')) assert.deepEqual([real.code, real.stdout], [0, '  1  4  9 16\n']);
  else assert.deepEqual([real.code, /error\[no-device\]/.test(real.stderr)], [1, true], real.stderr);
});

test('an executable tells that it has no code for the device that is asked for', async () => {
  const { code, stdout, stderr } = await run(await built('sim'), 'cuda');
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /CUFORT_DEVICE=cuda, but this program was built for `sim`\n {2}= help: .*--device sim,cuda/);
});
