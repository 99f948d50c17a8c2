/**
 * What a small program costs before it does anything: time and memory of its executable and of `cufort run`, with Node alone beside them. They run in turn; least
 * processor times and wall times of all turns, largest memories.
 *   node bench/start.ts [TURNS]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const cufort = join(root, 'bin/cufort.js');
const turns = Number(process.argv[2] ?? 10);
const text = `program small
  implicit none
  integer :: i
  real, allocatable :: x(:)
  allocate(x(10))
  do i = 1, 10
    x(i) = i
  end do
  print *, 'sum', sum(x)
end program small
`;

const scratch = mkdtempSync(join(tmpdir(), 'cufort-start-'));
try {
  const source = join(scratch, 'small.f90');
  const program = join(scratch, 'small');
  writeFileSync(source, text);
  execFileSync(process.execPath, [cufort, 'build', source, '-o', program]);
  const sides = [
    { name: 'node -e 0', words: [process.execPath, '-e', '0'] },
    { name: 'its executable', words: [program] },
    { name: 'cufort run', words: [process.execPath, cufort, 'run', source] },
  ].map((side) => ({ ...side, wall: Number.POSITIVE_INFINITY, processor: Number.POSITIVE_INFINITY, kilobytes: 0 }));
  for (let turn = 0; turn < turns; turn++)
    for (const side of sides) {
      const got = measured(side.words);
      side.wall = Math.min(side.wall, got.wall);
      side.processor = Math.min(side.processor, got.processor);
      side.kilobytes = Math.max(side.kilobytes, got.kilobytes);
    }
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}; ${turns} turns`);
  for (const { name, wall, processor, kilobytes } of sides)
    console.log(
      `${name.padEnd(16)} ${(wall * 1e3).toFixed(0).padStart(5)} ms, processor ${(processor * 1e3).toFixed(0).padStart(4)} ms, ${(kilobytes * 1.024e-3).toFixed(1)} MB`,
    );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function measured(words: readonly string[]): {
  readonly wall: number;
  readonly processor: number;
  readonly kilobytes: number;
} {
  const { status, stderr } = spawnSync('/usr/bin/time', ['-f', '\n%e %U %S %M', ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  const [wall = 0, user = 0, system = 0, kilobytes = 0] = (stderr.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  return { wall, processor: user + system, kilobytes };
}
