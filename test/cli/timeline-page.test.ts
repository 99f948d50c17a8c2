/** The page of a profile in a browser: it draws, and wheel, pointer, keys and search do what it says. Skipped where no browser is found (TEST_BROWSER names one). */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { ReportEvent } from '../../src/machine/report.ts';
import { timelinePage } from '../../src/tools/profile/page.ts';
import { recordingOf } from '../../src/tools/profile/recording.ts';
import { tableOf } from '../../src/tools/profile/reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-page-'));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

const names = [process.env.TEST_BROWSER, 'chromium', 'chromium-browser', 'google-chrome'];
const browser = names.find((name) => name !== undefined && spawnSync(name, ['--version']).status === 0);

const kernel = (time: number, name: string, stream: number): ReportEvent => ({
  kind: 'kernel',
  time,
  duration: 100,
  device: 0,
  stream,
  correlation: 1,
  name,
  grid: [1, 1, 1],
  block: [32, 1, 1],
  registers: 16,
  staticShared: 0,
  dynamicShared: 0,
  local: 0,
});
const events: readonly ReportEvent[] = [
  { kind: 'program', time: 0, what: 'start', command: 'a.out', process: 1, clock: 0 },
  { kind: 'nvtx', time: 0, what: 'push', label: 'all', id: 0n, color: 0xff00c000 },
  kernel(0, 'm.first', 7),
  { kind: 'nvtx', time: 300, what: 'mark', label: 'here', id: 0n },
  kernel(500, 'm.second', 7),
  kernel(900, 'm.second', 13),
  { kind: 'nvtx', time: 1000, what: 'pop', label: '', id: 0n },
  { kind: 'program', time: 1000, what: 'end', command: 'a.out', process: 1, clock: 1 },
];

const lineOf = (event: ReportEvent): string =>
  JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));

/** What the page says after each of the steps, which run in it as a user's events would. */
function told(steps: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const recording = recordingOf(events.map(lineOf).join('\n'));
  assert.ok(recording);
  const page = timelinePage(recording, [tableOf('cuda_gpu_kern_sum', recording)]);
  const script = `<script>
const answers = {};
const pointer = (type, x, y, more) => canvas.dispatchEvent(new PointerEvent(type, { clientX: canvas.getBoundingClientRect().left + canvas.clientLeft + x,
  clientY: canvas.getBoundingClientRect().top + canvas.clientTop + y, pointerId: 1, bubbles: true, ...more }));
canvas.setPointerCapture = () => {};
const lane = (i) => top_ + i * laneHeight + 5;
const colour = (px, py) => [...canvas.getContext('2d').getImageData(px * (devicePixelRatio || 1), py * (devicePixelRatio || 1), 1, 1).data].slice(0, 3).join(' ');
const kernels = data.lanes.findIndex(({ name }) => name === 'GPU 0 stream 7');
${Object.entries(steps)
  .map(
    ([name, code]) =>
      `try { answers[${JSON.stringify(name)}] = String((() => { ${code} })()); } catch (e) { answers[${JSON.stringify(name)}] = String(e); }`,
  )
  .join('\n')}
const out = document.createElement('pre');
out.id = 'answers';
out.textContent = JSON.stringify(answers);
document.body.append(out);
</script>`;
  const path = join(folder, 'page.html');
  writeFileSync(path, page.replace('</body>', `${script}</body>`));
  const result = spawnSync(
    browser ?? '',
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--window-size=1200,800',
      `--user-data-dir=${join(folder, 'user')}`,
      '--dump-dom',
      `file://${path}`,
    ],
    { encoding: 'utf8', timeout: 60_000 },
  );
  const text = /<pre id="answers">(.*?)<\/pre>/s.exec(result.stdout)?.[1];
  assert.ok(text, result.stderr);
  const answers: Readonly<Record<string, string>> = JSON.parse(text.replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
  return answers;
}

test('the timeline in a browser', { skip: browser === undefined ? 'no browser (chromium)' : false }, () => {
  const answers = told({
    lanes: 'return data.lanes.map(({ name }) => name).join(", ")',
    drawn: 'return colour(x(50000), lane(kernels)) + ", " + colour(x(300000), lane(kernels))',
    mark: 'return colour(x(299000), lane(0)) + ", " + colour(x(300000) + 0.5, lane(0))',
    hover: 'pointer("pointermove", x(550000), lane(kernels)); return told.textContent',
    zoom: `const before = to - from;
      canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -500, clientX: canvas.getBoundingClientRect().left + canvas.clientLeft + x(500000), clientY: canvas.getBoundingClientRect().top + lane(0), cancelable: true }));
      return ((to - from) / before).toFixed(2) + ' ' + (from > 0 && to < data.end)`,
    move: 'const before = from; pointer("pointerdown", 600, lane(0)); pointer("pointermove", 500, lane(0)); pointer("pointerup", 500, lane(0)); return from > before',
    all: 'document.getElementById("all").click(); return from + " " + to',
    measure:
      'pointer("pointerdown", x(100000), lane(kernels), { shiftKey: true }); pointer("pointermove", x(600000), lane(kernels), { shiftKey: true }); pointer("pointerup", x(600000), lane(kernels)); return told.textContent',
    search: 'search.value = "SECOND"; search.dispatchEvent(new Event("input")); return told.textContent',
    dimmed:
      'document.getElementById("all").click(); return colour(x(50000), lane(kernels)) !== colour(x(550000), lane(kernels))',
    found: 'search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" })); return (from + to) / 2',
    keys: 'const before = to - from; canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "-" })); return to - from > before',
    table: 'return document.querySelector("table").textContent.includes("m_second_")',
  });
  assert.match(
    answers.lanes ?? '',
    /CUDA API, GPU 0 stream 13, GPU 0 stream 7|CUDA API, GPU 0 stream 7, GPU 0 stream 13/,
  );
  assert.equal(answers.drawn, '42 120 194, 255 255 255');
  assert.match(answers.mark ?? '', /^0 192 0, (?!0 192 0)/);
  assert.match(answers.hover ?? '', /m_second_: 100\.000 us from 500\.000 us/);
  assert.equal(answers.zoom, '0.37 true');
  assert.equal(answers.move, 'true');
  assert.equal(answers.all, '0 1000000');
  assert.match(answers.measure ?? '', /between: (?:499|500|501)\.\d+ us/);
  assert.match(answers.search ?? '', /^2 found, 200\.000 us$/);
  assert.equal(answers.dimmed, 'true');
  assert.equal(answers.found, '950000');
  assert.equal(answers.keys, 'true');
  assert.equal(answers.table, 'true');
});
