/** The ends of a program: stop, error stop, and mistakes that the compiled code has found. Texts as nvfortran's runtime writes them. */
import { codeOf, errorText } from '../../machine/errors.ts';
import { ProgramExit } from '../program-exit.ts';
import type { Calls, Context } from './calls.ts';

type Endings = Pick<
  Calls<'program'>,
  'program.stop' | 'program.error-stop' | 'program.fail' | 'program.allocation-failed' | 'program.bounds'
>;

export function endingCalls({ memory, cuda, host }: Context): Endings {
  const textOf = (address: number, length: bigint) => (address === 0 ? undefined : memory.text(address, length));
  return {
    'program.stop': (code, address, length, quiet) => {
      const text = textOf(address, length);
      const shown = text ?? (code === 0 ? plainStop(host.environment) : `    ${code}`);
      throw new ProgramExit(code, quiet ? '' : shown, true);
    },
    'program.error-stop': (code, address, length, quiet) => {
      const text = textOf(address, length);
      const given = text === undefined && length >= 0n;
      const shown = text ?? (given ? String(code) : '');
      throw new ProgramExit(given ? code : 1, quiet ? '' : `ERROR STOP ${shown}`.trimEnd());
    },
    'program.fail': (address, length, line) => {
      const where = line > 0 ? ` (line ${line})` : '';
      throw new ProgramExit(127, `0: ${textOf(address, length) ?? 'the program failed'}${where}`);
    },
    'program.allocation-failed': (bytes, line) => {
      const code = cuda.device.failure() || codeOf.memoryAllocation;
      const why = `${code === codeOf.memoryAllocation ? 'not enough memory: ' : ''}${code}(${errorText(code)})`;
      throw new ProgramExit(127, `0: ALLOCATE: ${bytes} bytes requested; ${why} (line ${line})`);
    },
    'program.bounds': (name, nameLength, place, placeLength, dimension, subscript, lower, upper, open) => {
      const array = textOf(name, nameLength) ?? '';
      const to =
        upper === 2n ** 63n - 1n ? `begins at ${lower}` : `${open ? 'has memory' : 'goes'} from ${lower} to ${upper}`;
      throw new ProgramExit(
        127,
        `0: subscript ${subscript} is outside of dimension ${dimension} of \`${array}\`, which ${to} (${textOf(place, placeLength) ?? ''})`,
      );
    },
  };
}

/** The variable is nvfortran's: set, it silences a plain stop. */
function plainStop(environment: Readonly<Record<string, string | undefined>>): string {
  return environment.NO_STOP_MESSAGE === undefined ? 'FORTRAN STOP' : '';
}
