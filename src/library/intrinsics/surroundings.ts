/** The machine around the program: clocks, random numbers, command line, environment. All by calls of the runtime (runtime-calls.ts), host only. */
import {
  anything,
  character,
  defaultInteger,
  integer,
  is,
  logical,
  ofAnyRank,
  ofKind,
  optional,
  type Param,
  type Row,
  real,
  scalar,
  text,
  variable,
  vector,
} from './row.ts';

const out = (p: Param): Param => optional(variable(scalar(p)));
const callIn = (p: Param): Param => optional(scalar(p));

const subroutine = (doc: string, takes: Row['takes'], more: Partial<Row> = {}): Row => ({
  doc,
  class: 'subroutine',
  device: false,
  takes,
  by: 'call',
  ...more,
});

const extension = (doc: string, takes: Row['takes']): Row => subroutine(doc, takes, { extension: true });

const asked = (doc: string, takes: Row['takes'], gives: Row['gives'] & object, more: Partial<Row> = {}): Row => ({
  doc,
  class: 'transformational',
  device: false,
  extension: true,
  takes,
  gives,
  rank: 'scalar',
  by: 'call',
  ...more,
});

const pairOfTimes: Param = vector(variable(ofKind(real, 4)));

export const surroundingsIntrinsics = {
  cpu_time: subroutine('Seconds of processor time.', { time: variable(scalar(real)) }),
  system_clock: subroutine('The count of the clock, its counts per second, its greatest count.', {
    count: out(integer),
    count_rate: out({ of: ['integer', 'real'], rank: 'scalar' }),
    count_max: out(integer),
  }),
  date_and_time: subroutine('Date (yyyymmdd), time (hhmmss.sss), zone (+hhmm) and eight integers.', {
    date: out(character),
    time: out(character),
    zone: out(character),
    values: optional(vector(variable(integer))),
  }),
  random_number: subroutine('Random numbers, 0 <= x < 1.', { harvest: ofAnyRank(variable(real)) }),
  random_seed: subroutine('The state of the random numbers.', {
    size: out(integer),
    put: optional(vector(integer)),
    get: optional(vector(variable(integer))),
  }),
  random_init: subroutine('A repeatable state of the random numbers, or a fresh one.', {
    repeatable: scalar(logical),
    image_distinct: scalar(logical),
  }),
  get_command: subroutine('The whole command.', {
    command: out(character),
    length: out(integer),
    status: out(integer),
    errmsg: out(character),
  }),
  get_command_argument: subroutine('Argument `number` of the command; 0 is the program.', {
    number: scalar(integer),
    value: out(character),
    length: out(integer),
    status: out(integer),
    errmsg: out(character),
  }),
  command_argument_count: asked('How many command arguments there are.', {}, defaultInteger, { extension: false }),
  get_environment_variable: subroutine('Value of an environment variable.', {
    name: scalar(character),
    value: out(character),
    length: out(integer),
    status: out(integer),
    trim_name: callIn(logical),
    errmsg: out(character),
  }),
  execute_command_line: subroutine('Runs a command of the system.', {
    command: scalar(character),
    wait: callIn(logical),
    exitstat: out(integer),
    cmdstat: out(integer),
    cmdmsg: out(character),
  }),
  is_iostat_end: status('Does an iostat value say that the file is at its end?'),
  is_iostat_eor: status('Does an iostat value say that the record is at its end?'),
  compiler_version: asked('The name and version of the compiler.', {}, text('runtime'), { extension: false }),
  compiler_options: asked('The options of the compiler.', {}, text('runtime'), { extension: false }),
  // older names
  getarg: extension('Argument `pos` of the command; 0 is the program.', {
    pos: scalar(integer),
    value: variable(scalar(character)),
  }),
  iargc: asked('How many command arguments there are.', {}, defaultInteger),
  getenv: extension('Value of an environment variable.', {
    name: scalar(character),
    value: variable(scalar(character)),
  }),
  exit: extension('Ends the program with a status.', { status: callIn(integer) }),
  abort: extension('Ends the program with an error.', {}),
  flush: extension('Writes out what a unit (all where absent) has buffered.', { unit: callIn(integer) }),
  sleep: extension('Waits so many seconds.', { seconds: scalar(integer) }),
  system: asked(
    'Runs a command of the system; gives its status.',
    { command: scalar(character), status: out(integer) },
    defaultInteger,
    {
      callable: true,
    },
  ),
  etime: asked(
    'Seconds of processor time, of the user and the system.',
    { values: pairOfTimes, time: out(ofKind(real, 4)) },
    is('real', 4),
    {
      callable: true,
    },
  ),
  dtime: asked(
    'Seconds of processor time since the last call.',
    { values: pairOfTimes, time: out(ofKind(real, 4)) },
    is('real', 4),
    {
      callable: true,
    },
  ),
  second: asked('Seconds of processor time.', { time: out(real) }, is('real', 4), { callable: true }),
  time: asked('Seconds since 1970.', {}, is('integer', 4)),
  time8: asked('Seconds since 1970.', {}, is('integer', 8)),
  rand: asked(
    'A random number, 0 <= x < 1; `i` 1 starts anew, another one seeds.',
    { i: callIn(integer) },
    is('real', 4),
  ),
  irand: asked('A random integer.', { i: callIn(integer) }, defaultInteger),
  srand: extension('Seeds rand and irand.', { seed: scalar(integer) }),
  fdate: asked('Date and time as text of 24 characters.', { date: out(character) }, text('runtime'), {
    callable: true,
  }),
  getcwd: asked('The current directory.', { path: variable(scalar(character)), status: out(integer) }, defaultInteger, {
    callable: true,
  }),
  hostnm: asked(
    'The name of the machine.',
    { name: variable(scalar(character)), status: out(integer) },
    defaultInteger,
    { callable: true },
  ),
  getpid: asked('The number of this process.', {}, defaultInteger),
  chdir: asked('Changes the current directory.', { path: scalar(character), status: out(integer) }, defaultInteger, {
    callable: true,
  }),
  unlink: asked('Deletes a file.', { path: scalar(character), status: out(integer) }, defaultInteger, {
    callable: true,
  }),
  isatty: asked('Is the unit a terminal?', { unit: scalar(integer) }, is('logical')),
  null: {
    doc: 'A pointer that is not associated.',
    class: 'transformational',
    device: true,
    takes: { mold: optional(anything) },
    gives: { rule: 'same', as: 'mold' },
    rank: { sameAs: 'mold' },
    by: 'inquiry',
  },
} satisfies Record<string, Row>;

function status(doc: string): Row {
  return { doc, class: 'elemental', device: false, takes: { i: integer }, gives: is('logical'), by: 'call' };
}
