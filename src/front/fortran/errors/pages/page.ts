/** What `cufort explain` says of a code. */
export type Page = {
  /** The rule, and why it is one. */
  readonly says: string;
  /** The smallest source that has the message. What has no heading of its own is the inside of a program. */
  readonly wrong: string;
  readonly right: string;
  /** Suffixes of the sources, where not cuf. */
  readonly wrongIn?: 'f90' | 'CUF';
  readonly rightIn?: 'f90' | 'CUF';
  /** Compiled with -acc. */
  readonly openacc?: true;
  /** `wrong` is no source: a command, or a description. */
  readonly shown?: 'text';
};

export type Pages = Readonly<Record<string, Page>>;

/** The source as a compiler reads it. */
export function wholeSource(text: string): string {
  const heading =
    /^\s*(?:program|module|submodule|subroutine|function|attributes|block\s*data|(?:real|integer)\s+function|#)/i;
  return heading.test(text) ? `${text}\n` : `program example\n${text}\nend program\n`;
}
