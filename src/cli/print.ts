/** Text on standard output; gives the exit status of a command that did what it was asked. */
export function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
