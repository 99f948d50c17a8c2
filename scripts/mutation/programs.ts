/** Rows whose wrong results programs notice that check themselves: the calls in such a program are made wrong in a copy of it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cudafor } from '../../src/library/cudafor/module.ts';
import type { Gives } from '../../src/library/intrinsics/row.ts';
import { intrinsics } from '../../src/library/intrinsics/table.ts';
import type { Mutant } from '../mutation.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'test/conformance');
type Program = { readonly name: string; readonly text: string };

const programs: readonly Program[] = readdirSync(folder)
  .filter((f) => /\.(?:cuf|f90)$/.test(f))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  .sort((a, b) => a.text.length - b.text.length);

/** A function's result is another one, a subroutine does nothing. */
export function calledMutants(): readonly Mutant[] {
  return [...intrinsics]
    .filter(([, row]) => !row.tries)
    .map(([name, row]) => ({
      name,
      isNoticed: async () =>
        (row.gives !== undefined && (await someNotices(name, otherResults(row.gives)))) || someNotices(name, []),
    }));
}

/** A routine does nothing and says that it went well; one that gives a text gives another one. */
export function cudaforMutants(): readonly Mutant[] {
  return Object.entries(cudafor.routines).map(([name, { gives }]) => {
    const isText = gives !== undefined && 'base' in gives && gives.base === 'character';
    return { name, isNoticed: () => someNotices(name, [() => (isText ? "'?'" : '0')]) };
  });
}

type Change = (call: string) => string;

function otherResults(gives: Gives): readonly Change[] {
  const number: Change = (call) => `(${call} + 1)`;
  const truth: Change = (call) => `(.not. ${call})`;
  const text: Change = (call) => `(${call} // 'x')`;
  const isTruth =
    (gives.rule === 'is' && gives.type.base === 'logical') || (gives.rule === 'kind' && gives.base === 'logical');
  if (isTruth) return [truth];
  return gives.rule === 'text' ? [text] : [number, truth, text];
}

const mostPrograms = 8;

async function someNotices(name: string, changes: readonly Change[]): Promise<boolean> {
  const pattern = new RegExp(`\\b${name} *\\(|\\bcall +${name}\\b`, 'i');
  const calling = programs.filter((p) => pattern.test(p.text)).slice(0, mostPrograms);
  for (const program of calling)
    for (const text of changes.length > 0
      ? withCallsChanged(program.text, name, changes)
      : withoutCalls(program.text, name))
      if (text !== program.text && (await outcome(program.name, text)) === 'noticed') return true;
  return false;
}

/** All calls, then each alone, as not every place takes another result. */
function* withCallsChanged(text: string, name: string, changes: readonly Change[]): Generator<string> {
  const calls = callsOf(text, name);
  for (const change of changes) {
    yield changed(text, calls, change);
    if (calls.length > 1) for (const call of calls.slice(0, 4)) yield changed(text, [call], change);
  }
}

type Call = { readonly from: number; readonly to: number };

function callsOf(text: string, name: string): readonly Call[] {
  return [...text.matchAll(new RegExp(`(?<![\\w%])${name} *\\(`, 'gi'))].flatMap(({ 0: head, index }) => {
    const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
    if (/!|^\s*use\b|\bcall\s+$/i.test(line) || line.split("'").length % 2 === 0) return [];
    const end = closing(text, index + head.length);
    return end === undefined ? [] : [{ from: index, to: end }];
  });
}

/** Behind the parenthesis that closes. */
function closing(text: string, from: number): number | undefined {
  let depth = 1;
  let quote = '';
  for (let i = from; i < text.length; i++) {
    const c = text[i] ?? '';
    if (quote !== '') quote = c === quote ? '' : quote;
    else if (c === "'" || c === '"') quote = c;
    else if (c === '(') depth++;
    else if (c === ')' && --depth === 0) return i + 1;
  }
  return undefined;
}

function changed(text: string, calls: readonly Call[], change: Change): string {
  return calls
    .toReversed()
    .reduce((t, { from, to }) => t.slice(0, from) + change(t.slice(from, to)) + t.slice(to), text);
}

function* withoutCalls(text: string, name: string): Generator<string> {
  yield text.replace(new RegExp(`\\bcall +${name}\\b(?:[^\\n&!]*&[^\\n]*\\n)*[^\\n!]*`, 'gi'), 'continue');
}

/** A copy that does not compile says nothing. */
function outcome(name: string, text: string): Promise<'noticed' | 'missed' | 'no program'> {
  const own = mkdtempSync(join(tmpdir(), 'mutation-'));
  writeFileSync(join(own, name), text);
  return new Promise((settle) => {
    const words = [join(root, 'bin/cufort.js'), 'run', '--device', 'sim', '--threads', '1', name];
    const child = spawn(process.execPath, words, { cwd: own, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let errors = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    child.on('close', () => {
      clearTimeout(timer);
      rmSync(own, { recursive: true, force: true });
      if (/^error\[/m.test(errors) && out === '') settle('no program');
      else settle(out.trimEnd().split('\n').at(-1)?.trim() === 'PASS' ? 'missed' : 'noticed');
    });
  });
}
