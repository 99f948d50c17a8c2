/** `cufort with ncu …`: what NVIDIA's ncu tells of kernels in its sections, counted on the simulated device and timed by the model. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { children } from '../base/node-parts.ts';
import { defaults } from '../driver/options.ts';
import { deviceModels } from '../machine/models.ts';
import { chosenSections, ncuText, sectionNames } from '../tools/advise/ncu-sections.ts';
import type { Advice } from '../tools/advise/report.ts';
import { chosenDevice } from './device-choice.ts';
import { modelName } from './model-name.ts';
import { helpOf, readWords, type ToolOptions } from './nsys/words.ts';
import { print } from './print.ts';
import { realTool } from './real-tool.ts';

const ncuOptions: ToolOptions = {
  section: { takes: 'NAME', says: `one of ${sectionNames.join(', ')}` },
  set: { takes: 'basic|full', says: 'sections: basic are SpeedOfLight, LaunchStats, Occupancy' },
  'kernel-name': { short: 'k', takes: 'NAME', says: 'only kernels whose names hold this' },
  csv: { takes: 'flag', says: 'as a table with commas' },
  'list-sections': { takes: 'flag', says: 'the sections that there are' },
  help: { short: 'h', takes: 'flag', says: 'this text' },
};

export function runNcu(words: readonly string[]): number {
  const real = chosenDevice(defaults) === 'cuda' ? realTool('ncu', words) : undefined;
  if (real !== undefined) return real;
  const { values, others, problem } = readWords(words, ncuOptions, true);
  const last = (name: string): string | undefined => values.get(name)?.at(-1);
  if (last('help')) return print(`usage: ncu [options] FILE.cuf\n${helpOf(ncuOptions)}`);
  if (last('list-sections')) return print(`${sectionNames.join('\n')}\n`);
  const model = modelName(process.env.CUFORT_MODEL);
  if (!model) return 1;
  const sections = chosenSections(values.get('section') ?? [], last('set') ?? 'basic');
  if (problem !== undefined || typeof sections === 'string') {
    process.stderr.write(`ncu: ${problem ?? `there is no section ${String(sections)}: ${sectionNames.join(', ')}`}\n`);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'cufort-ncu-'));
  try {
    const json = join(folder, 'advice.json');
    const kernel = last('kernel-name');
    const own = ['advise', '--quiet', '--try=false', '--json', json, '--model', model];
    const only = kernel === undefined ? [] : [`--kernel=${kernel.replace(/^regex:/, '')}`];
    const command = [
      ...process.execArgv,
      process.argv[1] ?? '',
      ...own,
      ...only,
      ...others,
      ...words.slice(splitOf(words)),
    ];
    const { status } = children().spawnSync(process.execPath, command, { stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
    const advice: Advice = JSON.parse(readFileSync(json, 'utf8'));
    return print(ncuText(advice.kernels, sections, deviceModels[model], model, last('csv') !== undefined));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where the program's own arguments begin. */
function splitOf(words: readonly string[]): number {
  return words.includes('--') ? words.indexOf('--') : words.length;
}
