/** Errors of Fortran I/O, numbered and worded as nvfortran does (the run-time library of classic flang). */

export const ioErrorTexts = {
  201: 'illegal value for specifier',
  202: 'conflicting specifiers',
  203: 'record length must be specified',
  204: 'illegal use of a read-only file',
  205: "'SCRATCH' and 'SAVE'/'KEEP' both specified",
  206: "attempt to open a named file as 'SCRATCH'",
  207: 'file is already connected to another unit',
  208: "'NEW' specified for file which already exists",
  209: "'OLD' specified for file which does not exist",
  210: 'dynamic memory allocation failed',
  211: 'invalid file name',
  212: 'invalid unit number',
  213: 'RECL cannot be present',
  214: 'READ not allowed for write-only file',
  215: 'formatted/unformatted file conflict',
  217: 'attempt to read past end of file',
  218: 'attempt to read (nonadvancing) past end of record',
  219: 'attempt to read/write past end of record',
  220: 'write after last internal record',
  221: 'syntax error in format string',
  222: 'unbalanced parentheses in format string',
  223: 'illegal P, T or B edit descriptor - value missing',
  224: 'illegal Hollerith or character string in format',
  225: 'lexical error-- unknown token type',
  226: 'unrecognized edit descriptor letter in format',
  228: 'end of file reached without finding group',
  229: 'end of file reached while processing group',
  230: 'scale factor not in range -128 to 127',
  231: 'error on data conversion',
  233: 'too many constants to initialize group item',
  234: 'invalid edit descriptor',
  235: 'edit descriptor does not match item type',
  238: 'tab value out of range',
  239: 'entity name is not member of group',
  240: 'no initial left parenthesis in format string',
  241: 'unexpected end of format string',
  242: 'illegal operation on direct access file',
  244: 'syntax error - entity name expected',
  245: 'syntax error within group definition',
  246: 'infinite format scan for edit descriptor',
  248: 'illegal subscript or substring specification',
  249: 'error in format - illegal E, F, G or D descriptor',
  250: "error in format - number missing after '.', '-', or '+'",
  251: 'illegal character in format string',
  252: 'operation attempted after end of file',
  253: 'attempt to read non-existent record (direct access)',
  254: 'illegal repeat count in format',
  256: "POS can only be specified for a 'STREAM' file",
  257: 'POS value must be positive',
  258: 'NEWUNIT requires FILE or STATUS=SCRATCH',
} as const;
export type IoErrorNumber = keyof typeof ioErrorTexts;

export const iostatEnd = -1;
export const iostatEor = -2;

/** The errors that `end=` and `eor=` catch, and the iostat they give. */
const endNumbers: ReadonlySet<number> = new Set([217, 228, 229, 252]);
const eorNumber = 218;

/** Why an I/O statement failed; caught at the edge of the runtime, where iostat=, err=, end= and eor= decide. */
export class IoFailure extends Error {
  /** 201 and above: the table; below: the host's errno. */
  readonly number: number;
  constructor(number: number, message: string) {
    super(message);
    this.number = number;
  }

  get iostat(): number {
    if (endNumbers.has(this.number)) return iostatEnd;
    return this.number === eorNumber ? iostatEor : this.number;
  }

  get condition(): 'error' | 'end' | 'eor' {
    if (endNumbers.has(this.number)) return 'end';
    return this.number === eorNumber ? 'eor' : 'error';
  }
}

export function ioFailure(number: IoErrorNumber): IoFailure {
  return new IoFailure(number, ioErrorTexts[number]);
}

/** Ends the program: the text for the error stream (source file and line are added by who knows them) and the exit code. */
export class FortranRuntimeError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 127) {
    super(message);
    this.name = 'FortranRuntimeError';
    this.exitCode = exitCode;
  }
}
