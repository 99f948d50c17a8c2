/** Object files: what is written comes back, is small, and a file of another form is told as such. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSources } from '../../src/driver/compile.ts';
import type { Files } from '../../src/driver/files.ts';
import { joinObjects, readObjects, writeObject } from '../../src/driver/objects.ts';
import { defaults } from '../../src/driver/options.ts';
import type { Module } from '../../src/ir/module.ts';
import { printModule } from '../../src/ir/print.ts';

const text = `subroutine fill(a, n)
  integer, intent(in) :: n
  real(8), intent(out) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = -0.0d0 + 9223372036854775807_8
  end do
end subroutine
`;

const disk = new Map<string, Uint8Array>();
const files: Files = {
  read: () => ({ text }),
  readBytes: (path) => ({ bytes: disk.get(path) ?? new Uint8Array() }),
  exists: () => true,
  list: () => [],
  libraryFolder: () => '',
  librarySource: () => undefined,
  libraryNames: () => [],
  compiledLibrary: () => undefined,
  write: (path, content) => void disk.set(path, typeof content === 'string' ? Buffer.from(content) : content),
};

function moduleOf(): Module {
  const none = { module: () => undefined, defines: () => false };
  const { units } = compileSources(['fill.f90'], { ...defaults, inputs: ['fill.f90'] }, files, none);
  return units[0]!.module;
}

test('a module comes back as it was, its places in the source too', () => {
  const module = moduleOf();
  writeObject('fill.o', module, files);
  const [back] = objectsIn('fill.o');
  assert.ok(back && 'functions' in back);
  assert.equal(printModule(back), printModule(module));
  assert.equal(back.functions[0]!.at.source.text, text);
});

test('an object is smaller than a third of its module as JSON', () => {
  const module = moduleOf();
  writeObject('fill.o', module, files);
  const json = JSON.stringify(module, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v));
  assert.ok(disk.get('fill.o')!.length < json.length / 3);
});

test('an object of another form, or a damaged one, is told with what it is and what to do', () => {
  writeObject('fill.o', moduleOf(), files);
  const whole = disk.get('fill.o')!;
  const spoilt = Uint8Array.from(whole, (b, i) => (i === whole.length >> 1 ? b ^ 4 : b));
  const wrong: Record<string, [string | Uint8Array, RegExp]> = {
    'old.o': ['cufort object 1\n{"sources":[]}', /of another version of cufort/],
    'cut.o': [whole.slice(0, whole.length - 9), /damaged/],
    'spoilt.o': [spoilt, /damaged/],
    'short.o': ['cufort', /no object file/],
    'empty.o': ['', /empty/],
    'bitcode.o': [Buffer.from('BC\xc0\xde rest', 'latin1'), /of another compiler/],
  };
  for (const [path, [content, what]] of Object.entries(wrong)) {
    disk.set(path, Buffer.from(content));
    const told = readObjects(path, files);
    assert.ok('severity' in told, path);
    assert.equal(told.code, 'bad-object');
    assert.match(told.message, new RegExp(path));
    assert.match(told.message, what);
    assert.match(told.help ?? '', /compile its source again/);
  }
});

test('joined objects are all there, also those that were joined before', () => {
  writeObject('fill.o', moduleOf(), files);
  disk.set('machine.o', Buffer.from('\x7fELF', 'latin1'));
  assert.equal(joinObjects(['fill.o', 'machine.o'], 'two.o', files), undefined);
  assert.equal(joinObjects(['two.o', 'fill.o'], 'three.o', files), undefined);
  const all = objectsIn('three.o');
  assert.deepEqual(
    all.map((o) => ('functions' in o ? 'ours' : Buffer.from(o.bytes).toString('latin1'))),
    ['ours', '\x7fELF', 'ours'],
  );
});

function objectsIn(path: string) {
  const found = readObjects(path, files);
  assert.ok(!('severity' in found));
  return found;
}
