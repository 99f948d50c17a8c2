/** A mistake of ours on the terminal. Executables tell it too, so it must not import the compiler. */

/** `stage` and `place`: where it happened, as they follow the words before them. */
export function tellInternalError(problem: unknown, stage = '', place = ''): void {
  const message = problem instanceof Error ? problem.message : String(problem);
  process.stderr.write(
    `internal error${stage}: ${message}${place}\n  This is a mistake of cufort, not of the program. Please report it with the source.\n`,
  );
  if (process.env.CUFORT_TRACE) console.error(problem instanceof Error && problem.cause ? problem.cause : problem);
}

/** The exit status after one (EX_SOFTWARE of sysexits.h). */
export const internalErrorStatus = 70;
