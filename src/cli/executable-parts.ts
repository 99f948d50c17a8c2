/** How an executable is divided, and what it remembers of its build. Read by the executable itself, so it must not import the compiler. */
export const marks = {
  runtime: '#cufort:runtime',
  worker: '#cufort:worker',
  settings: '#cufort:settings',
  image: '#cufort:image',
} as const;

export type Settings = {
  readonly device: string | undefined;
  readonly model: string | undefined;
  readonly devices: number | undefined;
  readonly threads: number | undefined;
  /** A file from which the package koffi is found, for the cuda device. */
  readonly koffi: string;
};

/** The parts of an executable: text, and a packed image at its end. */
export function partsOfExecutable(file: Buffer): {
  readonly worker: string;
  readonly settings: string;
  readonly image: Uint8Array;
} {
  const end = file.indexOf(`\n${marks.image}\n`);
  const text = file.toString('utf8', 0, end + 1);
  const between = (from: string, to: string) =>
    text.slice(text.indexOf(`\n${from}\n`) + from.length + 2, text.indexOf(`\n${to}\n`));
  return {
    worker: between(marks.worker, marks.settings),
    settings: text.slice(text.indexOf(`\n${marks.settings}\n`) + marks.settings.length + 2),
    image: file.subarray(end + marks.image.length + 2),
  };
}
