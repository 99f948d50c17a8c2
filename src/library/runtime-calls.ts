/**
 * The functions of the runtime that compiled host code calls besides library routines: their types. An extern of the IR `from: 'runtime'` names one of these
 * (or `<module>.<routine>` of a library table). Text is passed as address and length in bytes.
 */
import type { ValueType } from '../ir/types.ts';

export type RuntimeCall = {
  readonly doc: string;
  readonly takes: readonly ValueType[];
  readonly gives: readonly ValueType[];
};

const call = <const T extends readonly ValueType[], const G extends readonly ValueType[]>(
  doc: string,
  takes: T,
  ...gives: G
) => ({ doc, takes, gives });

/** The kind of `device.allocate` for temporaries: the program is not told that there is no room, as one with stat= is. */
export const temporary = 3;
/** That of memory for what a statement needs until its end, when the device has done with it: it may be used again. */
export const scratch = 4;

/** Calls that a back end defines in the code itself: they only move a stack's end, or try a lock. */
export const stackCalls = {
  'stack.take': call(
    'Bytes -> address, aligned to 16, of memory that is given back before the procedure ends, the last taken first; 0 where there is no room. 0 bytes give a unique address.',
    ['i64'],
    'ptr.host',
  ),
  'stack.give': call('Gives back what take gave; null is ignored.', ['ptr.host']),
  'team.own-offset': call("Bytes from a variable of which each thread has its own to this thread's.", [], 'i64'),
  'team.enter': call('Takes the lock of 8 bytes at an address.', ['ptr.host']),
  'team.leave': call('Gives it back.', ['ptr.host']),
  'memory.lock': call('Waits until this thread alone is in the allocator.', []),
  'memory.unlock': call('Lets others in.', []),
} satisfies Record<string, RuntimeCall>;

/** Calls that library/fortran/host defines. */
export const libraryCalls = {
  'memory.allocate': call(
    'Bytes -> address, aligned to 16 (sizes that are multiples of 64 to 64); 0 where there is no room. 0 bytes give a unique address.',
    ['i64'],
    'ptr.host',
  ),
  'memory.free': call('Frees what allocate gave; null is ignored.', ['ptr.host']),
  'memory.room': call(
    'Address -> bytes from there to the end of its block or variable; -1 where that is not known.',
    ['ptr.host'],
    'i64',
  ),
  'text.compare': call(
    'a, length, b, length -> -1, 0, 1 with the shorter padded by blanks.',
    ['ptr.host', 'i64', 'ptr.host', 'i64'],
    'i32',
  ),
  'text.index': call(
    'string, length, substring, length, back -> place from 1, or 0.',
    ['ptr.host', 'i64', 'ptr.host', 'i64', 'i32'],
    'i64',
  ),
  'text.scan': call(
    'string, length, set, length, back -> place from 1 of a character in the set, or 0.',
    ['ptr.host', 'i64', 'ptr.host', 'i64', 'i32'],
    'i64',
  ),
  'text.verify': call(
    'string, length, set, length, back -> place from 1 of a character not in the set, or 0.',
    ['ptr.host', 'i64', 'ptr.host', 'i64', 'i32'],
    'i64',
  ),
  'text.trimmed': call('string, length -> length without trailing blanks.', ['ptr.host', 'i64'], 'i64'),
} satisfies Record<string, RuntimeCall>;

/** Threads of the host: `runtime/team`. Numbers of iterations count from 0. */
const teamCalls = {
  'team.run': call(
    'Function of one address, that address, wanted threads (0: as many as is usual), 0 where one thread shall do: each thread of a team calls it.',
    ['ptr.host', 'ptr.host', 'i32', 'i32'],
  ),
  'team.number': call('The number of this thread in its team.', [], 'i32'),
  'team.size': call('Threads of its team.', [], 'i32'),
  'team.barrier': call('Waits until all of the team have come.', []),
  'team.single': call('-> 1 in the thread of the team that comes first.', [], 'i32'),
  'team.enter-slowly': call('team.enter where the lock is taken, or somebody waits for the first thread.', [
    'ptr.host',
  ]),
  'team.wake': call('Something has happened that somebody may wait for.', []),
  'team.loop': call(
    'The team begins a loop: schedule (the place in loopSchedules), iterations of a chunk (0: not said), iterations, 1 where some run in order.',
    ['i32', 'i64', 'i64', 'i32'],
  ),
  'team.next': call('-> the first iteration of the next chunk of this thread, -1 where there is none.', [], 'f64'),
  'team.end': call('-> the iteration behind that chunk.', [], 'f64'),
  'team.loop-end': call('This thread has no more to do with the loop.', []),
  'team.turn': call('Waits until all iterations before this one have left their ordered regions.', ['i64']),
  'team.turn-end': call('This iteration has left its own, or has none.', ['i64']),
  'team.share': call('An address for the others of the team.', ['ptr.host']),
  'team.shared': call('-> that address.', [], 'ptr.host'),
  'team.task': call(
    'Function of one address, that of its cells, how many, 0 where it shall not wait -> 1 where some thread of the team will call it with a copy of them, 0 where the caller has to.',
    ['ptr.host', 'ptr.host', 'i32', 'i32'],
    'i32',
  ),
  'team.task-wait': call('Waits for the tasks that this one has made.', []),
  'team.task-group': call('A group of tasks begins -> the one around it.', [], 'i32'),
  'team.task-group-end': call(
    'Waits for the tasks of the group, and those that they have made; gets the group around.',
    ['i32'],
  ),
  'team.serve': call('A moment at which this thread may do what others ask for.', []),
} satisfies Record<string, RuntimeCall>;

/** OpenMP's numbers of schedules are the places from 1. */
export const loopSchedules = ['set-by-environment', 'static', 'dynamic', 'guided', 'auto'] as const;

export const runtimeCalls = {
  'check.host': call(
    'An address that host code uses though it is for the device alone, and a text on where that is (machine/check-record.ts).',
    ['i64', 'ptr.host', 'i64'],
  ),
  'check.page': call(
    'An address -> where the cells of its page for races are; 0 where there is no room.',
    ['i64'],
    'i64',
  ),
  'check.before': call('A work of the device -> whether it is done when the one of now begins.', ['i32'], 'i32'),
  'check.released': call(
    'A slot -> whether a fence and a look at something are between its access and that of now.',
    ['i64'],
    'i32',
  ),
  'check.gives': call('-> whether the thread of now has passed a fence.', [], 'i32'),
  'check.look': call('The thread of now has looked at something that others write.', []),
  'check.collision': call('A slot, and 1 where it is of a write: nothing orders its access and that of now.', [
    'i64',
    'i32',
  ]),
  'pages.host-uses': call(
    'Address and bytes of memory that host code is about to use, some of which may be managed and not here, and a text on where that is.',
    ['i64', 'i64', 'ptr.host', 'i64'],
  ),
  ...teamCalls,
  // memory of the host
  'memory.allocate-block': call(
    'Bytes, alignment (a power of two) -> address of a block of the runtime; 0 where there is no room.',
    ['i64', 'i64'],
    'ptr.host',
  ),
  'memory.free-block': call('Frees a block of the runtime; null is ignored.', ['ptr.host']),
  'memory.room-in-block': call('As memory.room, of static data and blocks of the runtime.', ['ptr.host'], 'i64'),
  // copies of sections with gaps
  'section.lend': call(
    'Address, extents and strides in bytes of its axes, how many, bytes of an element, 1 where it lies on the device -> address of a copy without gaps, for a dummy that is asynchronous; 0 where there is no room.',
    ['i64', 'ptr.host', 'i32', 'i64', 'i32'],
    'i64',
  ),
  'section.settle': call(
    'The call that got the copy is done; 1 where it may have changed it: it is copied back and freed, now or when work on it is complete.',
    ['i64', 'i32'],
  ),
  // data of the device (the current one)
  'device.allocate': call(
    'Bytes, kind (0 device, 1 managed seen from the device, 2 pinned host, 3 device, for what a statement needs while it runs) -> address; 0 where there is no room.',
    ['i64', 'i32'],
    'ptr.global',
  ),
  'device.allocate.async': call('Bytes, stream -> address.', ['i64', 'i64'], 'ptr.global'),
  'device.free': call('Frees it after all work that was launched before.', ['ptr.global']),
  'managed.allocate': call('Bytes -> address of managed memory as the host sees it.', ['i64'], 'ptr.host'),
  'managed.free': call('', ['ptr.host']),
  'pinned.allocate': call('Bytes -> address of page-locked host memory.', ['i64'], 'ptr.host'),
  'pinned.free': call('', ['ptr.host']),
  'copy.to-device': call('to, from, bytes: waits as an assignment does.', ['ptr.global', 'ptr.host', 'i64']),
  'copy.to-host': call('to, from, bytes.', ['ptr.host', 'ptr.global', 'i64']),
  'copy.on-device': call('to, from, bytes.', ['ptr.global', 'ptr.global', 'i64']),
  'copy2d.to-device': call('to, to pitch, from, from pitch, width, height; bytes.', [
    'ptr.global',
    'i64',
    'ptr.host',
    'i64',
    'i64',
    'i64',
  ]),
  'copy2d.to-host': call('to, to pitch, from, from pitch, width, height; bytes.', [
    'ptr.host',
    'i64',
    'ptr.global',
    'i64',
    'i64',
    'i64',
  ]),
  'copy2d.on-device': call('to, to pitch, from, from pitch, width, height; bytes.', [
    'ptr.global',
    'i64',
    'ptr.global',
    'i64',
    'i64',
    'i64',
  ]),
  'fill.on-device': call('to, pattern (low bytes of an i64), bytes of the pattern (1 2 4 8), count.', [
    'ptr.global',
    'i64',
    'i32',
    'i64',
  ]),
  'device.threads-in-turn': call(
    '-> 1 where a processor runs the threads of a block in turn, so that one thread with much work is no slower.',
    [],
    'i32',
  ),
  'device.settle': call(
    'Before the host changes the descriptor of a variable that kernels reach by name: waits for them where they read it as they run.',
    [],
  ),
  'cuf.shape': call(
    'Chooses the launch of a CUF kernel. Kernel id; trips of up to 3 loops, innermost first (i64); wanted grid xyz and block xyz (-1 for *, -2 for * in the grid of loops that reduce); address of 6 i32 to fill with grid xyz, block xyz.',
    ['i32', 'i64', 'i64', 'i64', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'ptr.host'],
  ),
  // data of directives (machine/offload.ts)
  'offload.enter': call(
    'An area as i64 (address of the variable, of the first element, bytes of an element, rank, extents with strides in bytes), its name, its place, bits of `entering`, queue -> where the variable lies on the device.',
    ['ptr.host', 'ptr.host', 'i64', 'ptr.host', 'i64', 'i32', 'i64'],
    'ptr.global',
  ),
  'offload.exit': call('The same with bits of `leaving`.', [
    'ptr.host',
    'ptr.host',
    'i64',
    'ptr.host',
    'i64',
    'i32',
    'i64',
  ]),
  'offload.update': call('The same with 0 to the host, 1 to the device; 1 more of the second bit: where it is there.', [
    'ptr.host',
    'ptr.host',
    'i64',
    'ptr.host',
    'i64',
    'i32',
    'i64',
  ]),
  'offload.attach': call('A descriptor of an object of the host, its bytes, the cell of its address, the target.', [
    'ptr.host',
    'i64',
    'ptr.host',
    'ptr.global',
  ]),
  'offload.detach': call('The cell; 1 where nobody else needs it.', ['ptr.host', 'i32']),
  'offload.find': call(
    'An address of the host, bytes -> where they lie on the device, 0 where they do not.',
    ['ptr.host', 'i64'],
    'ptr.global',
  ),
  'offload.stream': call('Queue -> its stream.', ['i64'], 'i64'),
  'offload.wait': call(
    '1 for a queue, 0 for all; the queue; 1 where work of another queue waits, 0 the host; that one.',
    ['i32', 'i64', 'i32', 'i64'],
  ),
  'offload.begin': call(
    "The device that a construct names (-1: none, -2: OpenACC's of the program) -> 0 where the host runs it.",
    ['i32'],
    'i32',
  ),
  'offload.end': call('The device from before it.', []),
  'offload.set': call(
    '0 the device, 1 the queue of directives without a number, 2 that there are constructs of OpenMP, 3 that there are those of OpenACC for the host (1: for it alone); the number.',
    ['i32', 'i64'],
  ),
  'offload.tells': call('-> 1 where launches are told or timed.', [], 'i32'),
  'offload.launching': call(
    'Place of a kernel, its name, grid and block -> 1 where somebody wants to know when it is done.',
    ['ptr.host', 'i64', 'ptr.host', 'i64', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
    'i32',
  ),
  'offload.launched': call('It has been launched in this stream.', ['i64']),
  // ending and messages
  'program.stop': call('stop: code, text or null, length (-1: neither code nor text), quiet (i32). Does not return.', [
    'i32',
    'ptr.host',
    'i64',
    'i32',
  ]),
  'program.error-stop': call('error stop: code, text or null, length, quiet. Does not return.', [
    'i32',
    'ptr.host',
    'i64',
    'i32',
  ]),
  'program.fail': call(
    'A mistake of the running program that ends it with a message (text, length), line of the source and exit code 127.',
    ['ptr.host', 'i64', 'i32'],
  ),
  'program.allocation-failed': call(
    'The same for bytes of device memory that could not be had: what is wrong with the device, or no room. Bytes, line.',
    ['i64', 'i32'],
  ),
  'program.bounds': call(
    'A subscript that is none of the array ends the program: name, place in the source, dimension, subscript, bounds, 1 where the upper one is not declared but the end of the memory.',
    ['ptr.host', 'i64', 'ptr.host', 'i64', 'i32', 'i64', 'i64', 'i64', 'i32'],
  ),
  // input and output: see io-keys.ts for operations and keys
  'io.swap-bytes': call(
    'Unformatted files opened from now on have the other order of bytes, unless they say which.',
    [],
  ),
  'io.start': call('Operation number, bits (see io-keys.ts), unit, format (null: none), its bytes.', [
    'i32',
    'i32',
    'i64',
    'ptr.host',
    'i64',
  ]),
  'io.set-integer': call('Key, value.', ['i32', 'i64']),
  'io.set-text': call('Key, text.', ['i32', 'ptr.host', 'i64']),
  'io.set-internal': call('Address, bytes of a record, number of records.', ['ptr.host', 'i64', 'i64']),
  'io.go': call('The control list is complete.', []),
  'io.put-integer': call('Value, kind.', ['i64', 'i32']),
  'io.put-real': call('Value, kind.', ['f64', 'i32']),
  'io.put-complex': call('Real, imaginary, kind.', ['f64', 'f64', 'i32']),
  'io.put-logical': call('Value (0 or not), kind.', ['i32', 'i32']),
  'io.put-text': call('Text.', ['ptr.host', 'i64']),
  'io.put-bytes': call('Unformatted: address, bytes, bytes of one element (what convert= swaps; 1 for characters).', [
    'ptr.host',
    'i64',
    'i32',
  ]),
  'io.get-integer': call('Value before, kind -> value.', ['i64', 'i32'], 'i64'),
  'io.get-real': call('Value before, kind -> value.', ['f64', 'i32'], 'f64'),
  'io.get-complex': call('Address of the number, kind: changed in place.', ['ptr.host', 'i32']),
  'io.get-logical': call('Value before, kind -> value.', ['i32', 'i32'], 'i32'),
  'io.get-text': call('Variable to fill.', ['ptr.host', 'i64']),
  'io.get-bytes': call('Unformatted: address, bytes, bytes of one element.', ['ptr.host', 'i64', 'i32']),
  'io.namelist-item': call(
    'A member of the group, between set-text of `namelist` and go: name, length, type (the place in ioTypes), kind (of characters the length), address of the first element, rank, address of rank times lower bound, extent, stride in bytes (i64).',
    ['ptr.host', 'i64', 'i32', 'i64', 'ptr.host', 'i32', 'ptr.host'],
  ),
  'io.begin-defined': call(
    'The next item is transferred by a procedure: -> the unit by which its statements mean the record of this one.',
    [],
    'i32',
  ),
  'io.defined-type': call('Of this item: variable for the iotype -> its length.', ['ptr.host', 'i64'], 'i64'),
  'io.defined-list': call(
    'Of this item: address for the numbers of v_list (i32), how many fit -> how many there are.',
    ['ptr.host', 'i64'],
    'i64',
  ),
  'io.end-defined': call("The procedure's iostat and iomsg.", ['i64', 'ptr.host', 'i64']),
  'io.namelist-next': call(
    'After go, where members are transferred by procedures (type `defined`, kind its number): the number of the next one, -1 when all is done.',
    [],
    'i64',
  ),
  'io.namelist-element': call('The address of the element that namelist-next met.', [], 'ptr.host'),
  'io.end': call('Ends the statement -> iostat.', [], 'i32'),
  'io.read-record': call(
    'A whole unformatted statement: unit, bits (flags and ioHasRecord of io-keys.ts), record, address, bytes, sizes of the items (from the lowest bits three for each: the logarithm, and 1; negative: all are alike) -> iostat. What is not read stays.',
    ['i32', 'i32', 'f64', 'ptr.host', 'f64', 'i32'],
    'i32',
  ),
  'io.write-record': call('As io.read-record.', ['i32', 'i32', 'f64', 'ptr.host', 'f64', 'i32'], 'i32'),
  'io.transfer': call(
    'A whole formatted statement: unit, bits (io-keys.ts), its plan (machine/transfer-plan.ts, a constant), the length of that, a cell with 16 bytes for each item -> iostat. What is not read stays.',
    ['i32', 'i32', 'ptr.host', 'i32', 'ptr.host'],
    'i32',
  ),
  'io.result-integer': call('Key -> value.', ['i32'], 'i64'),
  'io.result-text': call('Key, variable to fill.', ['i32', 'ptr.host', 'i64']),
  'io.leave': call('After the results of a statement that said that it has some.', []),
  // characters of kind 4: lengths in bytes
  'text4.compare': call('As text.compare.', ['ptr.host', 'i64', 'ptr.host', 'i64'], 'i32'),
  'text4.index': call('As text.index.', ['ptr.host', 'i64', 'ptr.host', 'i64', 'i32'], 'i64'),
  'text4.scan': call('As text.scan.', ['ptr.host', 'i64', 'ptr.host', 'i64', 'i32'], 'i64'),
  'text4.verify': call('As text.verify.', ['ptr.host', 'i64', 'ptr.host', 'i64', 'i32'], 'i64'),
  'text4.trimmed': call('As text.trimmed.', ['ptr.host', 'i64'], 'i64'),
  'text4.leading': call('Bytes of leading blanks.', ['ptr.host', 'i64'], 'i64'),
  'text4.blank': call('Address, bytes: filled with blanks.', ['ptr.host', 'i64']),
  'text4.widen': call('Text of kind 1, its bytes, where kind 4 goes.', ['ptr.host', 'i64', 'ptr.host']),
  'text4.narrow': call('Text of kind 4, its bytes, where kind 1 goes.', ['ptr.host', 'i64', 'ptr.host']),
  'text4.set': call('Name of a character set -> its kind, or -1.', ['ptr.host', 'i64'], 'i32'),
  'io.put-text4': call('Text of kind 4, its bytes.', ['ptr.host', 'i64']),
  'io.get-text4': call('Variable of kind 4 to fill, its bytes.', ['ptr.host', 'i64']),
  // surroundings
  'random.seed-size': call('How many default integers a seed has.', [], 'i32'),
  'random.seed-put': call('Address of the seed, null for a fresh one; of the state.', ['ptr.host', 'ptr.host']),
  'random.seed-get': call('Address to fill; of the state.', ['ptr.host', 'ptr.host']),
  'random.init': call('repeatable, image_distinct; address of the state.', ['i32', 'i32', 'ptr.host']),
  'time.cpu': call('Seconds of processor time.', [], 'f64'),
  'time.clock': call(
    'Bytes of the count variable -> count of the system clock, its rate, its maximum; with 8 bytes nanoseconds.',
    ['i32'],
    'i64',
    'i64',
    'i64',
  ),
  'time.date': call(
    'date, length, time, length, zone, length (null where absent), address of 8 default integers or null.',
    ['ptr.host', 'i64', 'ptr.host', 'i64', 'ptr.host', 'i64', 'ptr.host', 'i32'],
  ),
  'time.sleep': call('Seconds.', ['i32']),
  'program.multicore': call('Regions of this program have several threads, if there are regions.', []),
  'program.argument-count': call('How many command arguments.', [], 'i32'),
  'program.argument': call(
    'Number, variable to fill -> its true length, -1 where there is none.',
    ['i32', 'ptr.host', 'i64'],
    'i64',
  ),
  'program.command': call('Variable to fill -> true length.', ['ptr.host', 'i64'], 'i64'),
  'program.environment': call(
    'Name, length, trim, variable to fill -> true length, -1 where it is not set.',
    ['ptr.host', 'i64', 'i32', 'ptr.host', 'i64'],
    'i64',
  ),
  'time.epoch': call('Seconds since 1970.', [], 'i64'),
  'time.text': call('Variable to fill with date and time in 24 characters.', ['ptr.host', 'i64']),
  'program.id': call('The number of the process.', [], 'i32'),
  'program.folder': call(
    'Variable to fill with the current directory -> 0, or an error number.',
    ['ptr.host', 'i64'],
    'i32',
  ),
  'program.machine': call('Variable to fill with the name of the machine -> 0.', ['ptr.host', 'i64'], 'i32'),
  'program.enter': call('Path of the directory to go to -> 0, or an error number.', ['ptr.host', 'i64'], 'i32'),
  'program.remove': call('Path of a file to delete -> 0, or an error number.', ['ptr.host', 'i64'], 'i32'),
  // the system, for library/fortran/other: characters by their address and length
  'system.path': call(
    'What to do with a path (see systemActs), path, length, other path, length, number -> 0, or an error number.',
    ['i32', 'ptr.host', 'i64', 'ptr.host', 'i64', 'i32'],
    'i32',
  ),
  'system.stat': call(
    '0 the file, 1 a link itself; path, length, 13 numbers (i64) to fill -> 0, or an error number.',
    ['i32', 'ptr.host', 'i64', 'ptr.host'],
    'i32',
  ),
  'system.list': call(
    'Path of a directory, length, bytes to fill: for each entry its kind (d, f, l or o), its name, a zero byte -> their true number, or minus an error number.',
    ['ptr.host', 'i64', 'ptr.host', 'i64'],
    'i64',
  ),
  'system.number': call('Which number (see systemNumbers), argument -> it.', ['i32', 'i64'], 'i64'),
  'system.text': call(
    'Which text (see systemTexts), argument, variable to fill -> its true length.',
    ['i32', 'i64', 'ptr.host', 'i64'],
    'i64',
  ),
  'system.time': call('Seconds since 1970, 1 for universal time, 9 default integers to fill as of C.', [
    'i64',
    'i32',
    'ptr.host',
  ]),
  'system.call': call('Procedure, a number: called with it if it takes an argument.', ['ptr.host', 'i32']),
  'system.signal': call('Process, signal -> 0, or an error number.', ['i32', 'i32'], 'i32'),
  'unit.tell': call('Unit -> bytes from the start of its file, -1 where there is none.', ['i32'], 'i64'),
  'unit.seek': call(
    'Unit, bytes, from where (0 start, 1 here, 2 end) -> 0, or an error number.',
    ['i32', 'i64', 'i32'],
    'i32',
  ),
  // streams of C: addresses as C has them, texts that end with a zero byte
  'stream.open': call('Path, mode -> the stream, 0 where it does not open.', ['ptr.host', 'ptr.host'], 'i64'),
  'stream.close': call('Stream -> 0, or -1.', ['ptr.host'], 'i32'),
  'stream.flush': call('Stream (0 all) -> 0, or -1.', ['ptr.host'], 'i32'),
  'stream.reopen': call('Path, mode, stream -> 1, or 0.', ['ptr.host', 'ptr.host', 'ptr.host'], 'i32'),
  'stream.read': call('Stream, address, bytes -> how many were read.', ['ptr.host', 'ptr.host', 'i64'], 'i64'),
  'stream.write': call('Stream, address, bytes -> how many were written.', ['ptr.host', 'ptr.host', 'i64'], 'i64'),
  'stream.line': call(
    'Stream, address, room -> bytes of a line with its end, at most room.',
    ['ptr.host', 'ptr.host', 'i64'],
    'i64',
  ),
  'stream.seek': call('Stream, bytes, from where -> 0, or -1.', ['ptr.host', 'i64', 'i32'], 'i32'),
  'stream.tell': call('Stream -> bytes from the start, or -1.', ['ptr.host'], 'i64'),
  'stream.end': call('Stream -> 1 after a read beyond the end.', ['ptr.host'], 'i32'),
  'stream.format': call(
    'Format and arguments of printf (8 bytes each), address and room for the text with a zero behind it -> length of the whole text.',
    ['ptr.host', 'ptr.host', 'ptr.host', 'i64'],
    'i32',
  ),
  'program.execute': call('Command, length, wait -> exit status, cmdstat.', ['ptr.host', 'i64', 'i32'], 'i32', 'i32'),
} satisfies Record<string, RuntimeCall>;

export type StackCallName = keyof typeof stackCalls;
export type RuntimeCallName = keyof typeof runtimeCalls;
/** What lowered host code may call. */
export type HostCallName = RuntimeCallName | keyof typeof libraryCalls | StackCallName;
