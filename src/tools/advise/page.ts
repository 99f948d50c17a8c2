/** Advice as one HTML file: a bar for each kernel by its part of the time, and below what was found, what was tried, and the numbers. */
import { deviceModels, type ModelName } from '../../machine/models.ts';
import { escaped } from '../profile/table.ts';
import { type Advice, type KernelReport, kernelNumbers, type Tried, time } from './report.ts';

export function advicePage({ kernels, copies }: Advice, name: ModelName): string {
  const all = kernels.reduce((sum, k) => sum + k.time * k.times, 0);
  const sorted = kernels.toSorted((a, b) => b.time * b.times - a.time * a.times);
  const title = `Kernels on an ${deviceModels[name].name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${time(all)} in all, as the model has it. Nothing was measured on a GPU.</p>
${sorted.map((kernel) => kernelSection(kernel, name, all)).join('\n')}
${copies.length === 0 ? '' : `<section><h2>Copies between host and device</h2><ol>${copies.map(item).join('')}</ol></section>`}
</body>
</html>
`;
}

const style = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 1em auto; max-width: 70em; padding: 0 1em; color: #222; background: #fff; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-bottom: 0; } section { border-top: 1px solid #ccc; }
.bar { height: 6px; background: #2a78c2; margin: 4px 0; } .numbers, .place { color: #555; font-size: 0.9em; }
pre { background: #f4f4f4; padding: 4px 8px; margin: 4px 0; overflow-x: auto; } del { color: #a33; text-decoration: none; } ins { color: #17692f; text-decoration: none; }
`;

function kernelSection(kernel: KernelReport, name: ModelName, all: number): string {
  const share = (100 * kernel.time * kernel.times) / Math.max(all, 1e-9);
  const times = kernel.times === 1 ? '1 launch' : `${kernel.times} launches`;
  const found = kernel.findings.map(item).join('');
  return `<section>
<h2>${escaped(kernel.kernel)}</h2>
<div class="bar" style="width: ${Math.max(0.5, share).toFixed(1)}%"></div>
<div class="place">${escaped(kernel.place)}: ${times} of ${time(kernel.time)}, ${share.toFixed(0)} %</div>
<div class="numbers">${kernelNumbers(kernel, name).map(escaped).join('<br>')}</div>
${kernel.problem === undefined ? '' : `<p>looked at in part only: ${escaped(kernel.problem)}</p>`}
${found === '' ? '<p>nothing found that would gain 8 %</p>' : `<ol>${found}</ol>`}
</section>`;
}

type Item = {
  readonly code: string;
  readonly place: string;
  readonly message: string;
  readonly help: string;
  readonly before: number;
  readonly after: number;
  readonly text?: string;
  readonly tried?: Tried;
};

function item({ code, place, message, help, before, after, text, tried }: Item): string {
  const gain = `without it the model has ${time(after)} in place of ${time(before)}`;
  const told = tried && !tried.holds ? '' : `<p>${tried ? '' : 'Idea, not tried: '}${escaped(help)}</p>`;
  return `<li><b>${escaped(code)}</b> <span class="place">${escaped(place)}</span>
<p>${escaped(message)}; ${gain}</p>${text === undefined ? '' : `<pre>${escaped(text)}</pre>`}${told}${tried ? change(tried) : ''}</li>`;
}

function change({ place, before, after, was, is, output, holds }: Tried): string {
  const lines = [...before.map((l) => `<del>- ${escaped(l)}</del>`), ...after.map((l) => `<ins>+ ${escaped(l)}</ins>`)];
  const same = output === 'same' ? 'prints the same' : 'prints something else';
  return `<p>Tried at ${escaped(place)}: ${time(is)} in place of ${time(was)}, and the program ${same}${holds ? '' : ': no remedy'}</p><pre>${lines.join('\n')}</pre>`;
}
