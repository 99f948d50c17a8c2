/** `node bench/whole-compile.ts LINES FOLDER`: builds a module of so many lines with a program as the command does; prints the most memory it took, in megabytes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBuild } from '../src/cli/build.ts';
import { longModule } from './long-source.ts';

const [lines = '20000', folder = '.'] = process.argv.slice(2);
const source = join(folder, 'module.cuf');
writeFileSync(
  source,
  `${longModule(Number(lines))}\nprogram main\n  use work, only: drive_1\n  call drive_1(1000)\nend program\n`,
);
const code = await runBuild([source, '-o', join(folder, 'module'), '-module', folder]);
if (code !== 0) process.exit(code);
console.log(Math.round(process.resourceUsage().maxRSS / 1024));
