/** Ranges of NVTX in the report of a run: the module's forms, C's functions, and procedures that -Minstrument names. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cufort } from '../cufort.ts';

const folder = mkdtempSync(join(tmpdir(), 'cufort-nvtx-'));
after(() => rmSync(folder, { recursive: true, force: true }));

type Event = {
  readonly kind: string;
  readonly what: string;
  readonly label: string;
  readonly id: number;
  readonly time: number;
  readonly domain?: string;
  readonly categoryName?: string;
  readonly payload?: number;
};

async function report(source: string, ...options: readonly string[]): Promise<readonly Event[]> {
  writeFileSync(join(folder, 'a.f90'), source);
  const path = join(folder, 'report');
  const result = await cufort(['run', ...options, 'a.f90'], { cwd: folder, env: { CUFORT_REPORT: path } });
  assert.deepEqual([result.stderr, result.code], ['', 0]);
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line): Event => JSON.parse(line)).filter(({ kind }) => kind === 'nvtx');
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

test('domains: ranges of their own, registered texts, categories, payloads', async () => {
  const events = await report(`program a
  use nvtx
  use iso_c_binding
  implicit none
  type(nvtxDomainHandle) :: solver
  type(nvtxStringHandle) :: text
  type(nvtxEventAttributes) :: event
  type(nvtxRangeId) :: id
  real(8) :: x = 2.5d0
  interface
    function domain(name) bind(c, name='nvtxDomainCreateA')
      import
      type(c_ptr) :: domain
      character(kind=c_char) :: name(*)
    end function
    integer(c_int) function push(d, e) bind(c, name='nvtxDomainRangePushEx')
      import
      type(c_ptr), value :: d
      type(nvtxEventAttributes) :: e
    end function
    integer(c_int) function pop(d) bind(c, name='nvtxDomainRangePop')
      import
      type(c_ptr), value :: d
    end function
  end interface
  solver = nvtxDomainCreate('solver')
  text = nvtxDomainRegisterString(solver, 'step')
  call nvtxDomainNameCategory(solver, 4, 'inner')
  event%messageType = NVTX_MESSAGE_TYPE_REGISTERED
  event%message = text%handle
  event%category = 4
  event%payloadType = NVTX_PAYLOAD_TYPE_DOUBLE
  event%payload = transfer(x, event%payload)
  if (nvtxDomainRangePushEx(solver, event) /= 0 .or. nvtxDomainRangePushEx(solver, event) /= 1) error stop 'depth'
  call nvtxRangePush('plain')
  if (nvtxDomainRangePop(solver) /= 1) error stop 'depth of the end'
  call nvtxDomainRangePop(solver)
  call nvtxRangePop
  id = nvtxDomainRangeStartEx(solver, event)
  call nvtxDomainRangeEnd(solver, id)
  call nvtxDomainMarkEx(solver, event)
  if (push(domain('own'//c_null_char), event) /= 0 .or. pop(domain('own'//c_null_char)) /= 0) error stop 'depth in C'
  call nvtxDomainDestroy(solver)
end program
`);
  const told = events.map(({ what, label, domain, categoryName, payload }) => [
    what,
    label,
    domain,
    categoryName,
    payload,
  ]);
  const step = ['step', 'solver', 'inner', 2.5];
  assert.deepEqual(told, [
    ['push', ...step],
    ['push', ...step],
    ['push', 'plain', undefined, undefined, undefined],
    ['pop', '', 'solver', undefined, undefined],
    ['pop', '', 'solver', undefined, undefined],
    ['pop', '', undefined, undefined, undefined],
    ['start', ...step],
    ['end', '', 'solver', undefined, undefined],
    ['mark', ...step],
    ['push', 'step', 'own', undefined, 2.5],
    ['pop', '', 'own', undefined, undefined],
  ]);
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
