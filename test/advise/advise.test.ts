/**
 * What `cufort advise` finds in kernels, each file of `cases/` in one run. `!ADVICE code: text` (`//ADVICE` in C) stands above the line that is to blame, in a kernel whose first finding
 * it is; kernels without one must be left alone. `!ADVICE-IN kernel.N code` is the
 * same for a CUF kernel. `!COPY code` stands above a copy of the host that is to blame.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { stepsInAll } from '../../src/tools/advise/warp-state.ts';
import { cufort } from '../cufort.ts';
import { warm } from '../warm.ts';

const cases = join(import.meta.dirname, 'cases');
const folder = mkdtempSync(join(tmpdir(), 'cufort-advise-'));
after(() => rmSync(folder, { recursive: true, force: true }));

type Finding = {
  readonly code: string;
  readonly message: string;
  readonly place: string;
  readonly before: number;
  readonly after: number;
};
type Report = {
  readonly kernel: string;
  readonly place: string;
  readonly problem?: string;
  readonly findings: readonly Finding[];
};
type Advice = { readonly kernels: readonly Report[]; readonly copies: readonly Finding[] };
type Wanted = { readonly code: string; readonly text: string; readonly line: number };

const kernelHead = /(?:attributes\(global\).*subroutine|__global__ void(?: __launch_bounds__\([^)]*\))?) (\w+)/;

/** By the names of kernels. */
function wantedIn(source: string): ReadonlyMap<string, Wanted> {
  const found = new Map<string, Wanted>();
  let kernel = '';
  source.split('\n').forEach((line, i) => {
    kernel = kernelHead.exec(line)?.[1] ?? kernel;
    const [, code = '', text = ''] = /(?:!|\/\/)ADVICE ([\w-]+):? ?(.*)/.exec(line) ?? [];
    const [, inner = '', its = ''] = /!ADVICE-IN ([\w.]+) ([\w-]+)/.exec(line) ?? [];
    if (inner !== '') found.set(inner, { code: its, text: '', line: i + 2 });
    // The line below names the kernel where the advice is about all of it.
    const next = kernelHead.exec(source.split('\n')[i + 1] ?? '')?.[1] ?? kernel;
    if (code !== '') found.set(next, { code, text, line: i + 2 });
  });
  return found;
}

/** `!COPY code` above a line of the host. */
function copiesIn(source: string): readonly string[] {
  const lines = source.split('\n');
  const below = (i: number): number => i + 1 + lines.slice(i).findIndex((line) => !line.includes('!COPY'));
  return lines.flatMap((line, i) => {
    const code = /!COPY ([\w-]+)/.exec(line)?.[1];
    return code === undefined ? [] : [`${code} ${below(i)}`];
  });
}

for (const name of readdirSync(cases))
  test(name, async () => {
    const path = join(cases, name);
    const json = join(folder, `${name}.json`);
    const result = await warm(['advise', '--model', 'h100', '--try=false', '--json', json, path]);
    assert.equal(result.code, 0, result.stderr);
    const { kernels: reports, copies }: Advice = JSON.parse(readFileSync(json, 'utf8'));
    const wanted = wantedIn(readFileSync(path, 'utf8'));
    for (const { kernel, findings, problem } of reports) {
      const own = kernel.slice(kernel.lastIndexOf('.') + 1);
      const [first] = findings;
      const want = wanted.get(own);
      assert.equal(problem, undefined, kernel);
      const is = first && `${own}: ${first.code} at ${first.place.split(':').at(-1)}: ${first.message}`;
      if (!want) assert.equal(is, undefined, `${own} is a good kernel`);
      else {
        assert.ok(first, `${own}: nothing was found`);
        assert.equal(`${first.code} ${first.place.split(':').at(-1)}`, `${want.code} ${want.line}`, is ?? '');
        assert.ok(first.message.includes(want.text), is ?? '');
        assert.ok(first.after < first.before);
      }
    }
    const told = copies.map(({ code, place }) => `${code} ${place.split(':').at(-1)}`);
    assert.deepEqual(told.toSorted(), copiesIn(readFileSync(path, 'utf8')).toSorted());
    for (const kernel of wanted.keys())
      assert.ok(
        reports.some((r) => r.kernel === kernel || r.kernel.endsWith(`.${kernel}`)),
        `${kernel} was launched`,
      );
  });

type Tried = { readonly after: readonly string[]; readonly is: number; readonly was: number; readonly holds: boolean };
type Tries = { readonly kernels: readonly { readonly findings: readonly { readonly tried?: Tried }[] }[] };

test('remedies are tried on copies of the program', async () => {
  const json = join(folder, 'tried.json');
  const path = join(import.meta.dirname, 'tried.cuf');
  const result = await cufort(['advise', '--model', 'h100', '--json', json, path]);
  assert.equal(result.code, 0, result.stderr);
  const { kernels }: Tries = JSON.parse(readFileSync(json, 'utf8'));
  const tries = kernels.map(({ findings }) => findings[0]?.tried);
  assert.deepEqual(
    tries.map((tried) => [tried?.holds, tried?.after.at(0)?.trim()]),
    [
      [true, 'i = (blockIdx%x-1)*blockDim%x + threadIdx%x'],
      [true, 'call crumbs<<<2**20/256, 256>>>(c)'],
      [true, 'attributes(global) subroutine crowded(b, a)'],
      [false, 'i = (blockIdx%x-1)*blockDim%x + threadIdx%x'],
    ],
  );
  for (const tried of tries) if (tried?.holds) assert.ok(tried.is < 0.95 * tried.was);
  assert.match(result.stdout, /prints something else: no remedy/);
  assert.doesNotMatch(result.stdout, /not tried/);
});

test('what a warp will do of which a part was looked at', () => {
  // Forty steps, then half of the first of four iterations.
  assert.equal(
    stepsInAll({
      steps: 60,
      loops: [
        { from: 40, done: 0, of: 4 },
        { from: 40, done: 5, of: 10 },
      ],
    }),
    200,
  );
  assert.equal(stepsInAll({ steps: 60, loops: [{ from: 40, done: 0, of: Number.NaN }] }), Number.NaN);
  assert.equal(stepsInAll({ steps: 60, loops: [] }), Number.NaN);
});

test('an executable, and the advice as a page', async () => {
  const path = join(cases, 'transpose.cuf');
  const built = await cufort(['build', '-o', 'transpose.out', path], { cwd: folder });
  assert.equal(built.code, 0, built.stderr);
  const words = ['advise', '--model', 'h100', '--json', 'page.json', '--format=html', 'transpose.out'];
  const result = await cufort(words, { cwd: folder });
  assert.equal(result.code, 0, result.stderr);
  const { kernels }: Advice = JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8'));
  assert.deepEqual(
    kernels.flatMap(({ kernel, findings }) => findings.map(({ code }) => `${kernel} ${code}`)),
    ['m.naive uncoalesced', 'm.conflicts bank-conflicts'],
  );
  assert.match(result.stdout, /<h2>m\.naive<\/h2>.*<b>uncoalesced<\/b>.*Idea, not tried: /s);
});
