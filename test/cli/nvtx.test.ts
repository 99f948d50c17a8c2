/** Ranges of NVTX in the report of a run: the module's forms, C's functions, and procedures that -Minstrument names. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-nvtx-'));
after(() => rmSync(folder, { recursive: true, force: true }));

type Event = { readonly what: string; readonly label: string; readonly id: number; readonly time: number };

async function report(source: string, ...options: readonly string[]): Promise<readonly Event[]> {
  writeFileSync(join(folder, 'a.f90'), source);
  const path = join(folder, 'report');
  const result = await cufort(['run', ...options, 'a.f90'], { cwd: folder, env: { CUFORT_REPORT: path } });
  assert.deepEqual([result.stderr, result.code], ['', 0]);
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line): Event => JSON.parse(line));
}

const short = (events: readonly Event[]) => events.map((e) => `${e.what} ${e.label} ${e.id}`.trim());

test('ranges, moments, attributes', async () => {
  const events = await report(`program a
  use nvtx
  use iso_c_binding
  implicit none
  type(nvtxRangeId) :: first, second
  type(nvtxEventAttributes) :: event
  character(8), target :: text = 'inner' // c_null_char
  interface
    integer(c_int64_t) function start(name) bind(c, name='nvtxRangeStartA')
      import
      character(kind=c_char) :: name(*)
    end function
    subroutine finish(id) bind(c, name='nvtxRangeEnd')
      import
      integer(c_int64_t), value :: id
    end subroutine
  end interface
  call nvtxStartRange('outer', 2)
  event%color = 255
  event%category = 7
  event%message = c_loc(text)
  call nvtxRangePushEx(event)
  call nvtxMark('now')
  call nvtxRangePop()
  call nvtxEndRange
  first = nvtxRangeStart('one')
  second = nvtxRangeStart('two')
  call nvtxRangeEnd(first)
  call nvtxRangeEnd(second)
  call finish(start('three' // c_null_char))
end program
`);
  assert.deepEqual(short(events), [
    'push outer 0',
    'push inner 0',
    'mark now 0',
    'pop  0',
    'pop  0',
    'start one 1',
    'start two 2',
    'end  1',
    'end  2',
    'start three 3',
    'end  3',
  ]);
  assert.deepEqual(
    events.map((e) => e.time),
    events.map((e) => e.time).sort((a, b) => a - b),
  );
  const { what, label, id, time, ...rest } = events[1]!;
  assert.deepEqual(rest, { kind: 'nvtx', color: 255, category: 7 });
});

test('procedures as ranges', async () => {
  const source = `program a
  implicit none
  integer :: i
  do i = 1, 2
    if (odd(i)) call work(i)
  end do
contains
  logical function odd(i)
    integer, intent(in) :: i
    odd = .false.
    if (mod(i, 2) == 0) return
    odd = .true.
  end function
  subroutine work(i)
    integer, intent(in) :: i
    if (i > 5) stop 1
  end subroutine
end program
`;
  const nested = ['push main', 'push odd', 'pop', 'push work', 'pop', 'push odd', 'pop', 'pop'];
  assert.deepEqual(
    (await report(source, '-Minstrument')).map((e) => `${e.what} ${e.label}`.trim()),
    nested,
  );
});
