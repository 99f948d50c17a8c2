/** How an executable is divided, and what it remembers of its build. Read by the executable itself, so it must not import the compiler. */
export const marks = {
  runtime: '#cufort:runtime',
  worker: '#cufort:worker',
  settings: '#cufort:settings',
  image: '#cufort:image',
  end: '#cufort:end',
} as const;

export type Settings = {
  readonly device: string | undefined;
  readonly model: string | undefined;
  readonly devices: number | undefined;
  readonly threads: number | undefined;
  /** A file from which the package koffi is found, for the cuda device. */
  readonly koffi: string;
};

/** The parts of an executable's text. */
export function partsOfExecutable(text: string): {
  readonly worker: string;
  readonly settings: string;
  readonly image: string;
} {
  const between = (from: string, to: string) =>
    text.slice(text.indexOf(`\n${from}\n`) + from.length + 2, text.indexOf(`\n${to}\n`));
  return {
    worker: between(marks.worker, marks.settings),
    settings: between(marks.settings, marks.image),
    image: between(marks.image, marks.end),
  };
}
