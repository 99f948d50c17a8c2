/** NVIDIA's assembler, where the machine has it: it judges the text that the back end makes. Development only. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const places = ['/usr/local/bin/ptxas', '/usr/local/cuda/bin/ptxas'];
const ptxas = places.find((path) => existsSync(path));

/** Why tests that need it are skipped; false where it is there. */
export const missing = ptxas === undefined ? 'ptxas is not installed' : false;

/** What ptxas says of the text: nothing where it is right. With `info`, what it reports of registers and memory too. */
export function assemble(text: string, arch: string, info = false): string {
  if (!ptxas) return '';
  const folder = mkdtempSync(join(tmpdir(), 'cufort-ptx-'));
  try {
    const file = join(folder, 'a.ptx');
    writeFileSync(file, text);
    const flags = [`-arch=${arch}`, ...(info ? ['-v'] : [])];
    const result = spawnSync(ptxas, [...flags, file, '-o', join(folder, 'a.cubin')], { encoding: 'utf8' });
    return `${result.stdout}${result.stderr}`.trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
