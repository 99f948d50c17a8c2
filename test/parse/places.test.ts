/** Every node and message points into the file where its text stands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf, type Span } from '../../src/base/source.ts';
import { parseText } from './parse-case.ts';

const files: Readonly<Record<string, string>> = {
  'dir/part.inc': 'x = 1\n  foo(1)\n',
  'inc/macros.h': '#define TWICE(a) (a + a\n#define OTHER y ==\n',
};
const options = { includePaths: ['inc'], readFile: (path: string) => files[path] };

function placesOf(path: string, text: string): string[] {
  const { diagnostics } = parseText(path, text, options);
  return diagnostics.map((d) => `${placeOf(d.labels[0]!.at)} ${textAt(d.labels[0]!.at)}`);
}

function textAt({ source, from, to }: Span): string {
  return source.text.slice(from, to);
}

test('in an included file', () => {
  assert.deepEqual(placesOf('dir/main.f90', "program p\ninclude 'part.inc'\nbar 1\nend\n"), [
    'dir/part.inc:2:3 foo',
    'dir/main.f90:3:1 bar',
  ]);
});

test('in what a macro made: where it is used', () => {
  const text = '#include "macros.h"\nprogram p\n  x = 1 + TWICE(b); OTHER 3\nend\n';
  assert.deepEqual(placesOf('dir/main.F90', text), ['dir/main.F90:3:11 TWICE(b)', 'dir/main.F90:3:21 OTHER']);
});

test('over continued lines, tabs, line ends of other systems', () => {
  const text = 'program p\r\n\tx = a + &\r\n  ! comment\r\n  & b c\r\nend';
  assert.deepEqual(placesOf('main.f90', text), ['main.f90:4:7 c']);
});

test('in fixed form, also where blanks are missing', () => {
  const text = '      PROGRAM P\n      DO10I=1,5\n   10 CONTINUE\n      X = (1\n     & + 2\n      END\n';
  assert.deepEqual(placesOf('main.f', text), ['main.f:4:11 (']);
  const { file } = parseText('main.f', text);
  const program = file.units[0]!;
  assert.equal(program.kind, 'program');
  if (program.kind === 'program') assert.equal(textAt(program.execution[0]!.span).split('\n')[0], 'DO10I=1,5');
});

test('the original spelling of names', () => {
  const { file } = parseText('main.cuf', 'subroutine HeLLo(aB)\nend\n');
  const unit = file.units[0]!;
  assert.equal(unit.kind === 'subroutine' && `${unit.name.text} ${textAt(unit.name.span)}`, 'hello HeLLo');
});
